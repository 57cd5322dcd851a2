import { countryCode } from './countries.ts'

/** Australian goods and services tax, on top of the prices. */
const GST_PERCENT = 10
export const GST_NAME = `GST (${GST_PERCENT}%)`

/** The country of a billing address is typed by hand. */
export const isAustralia = (country: string): boolean => countryCode(country) === 'AU'

/** The tax on an amount, in cents, rounded to the nearest as the gateway does. */
export const gstOn = (cents: number): number => Math.round((cents * GST_PERCENT) / 100)

/** What a form with a card says of the country: `hasTax` is the checkbox, `country` is what it sets. */
export const countryOfCard = (form: {
  readonly country?: 'AU' | undefined
  readonly hasTax?: boolean | undefined
}): 'AU' | null => form.country ?? (form.hasTax ? 'AU' : null)

const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]

/** Whether this is an Australian Business Number: eleven digits, whose weighted sum, with the first less one, is a multiple of 89. */
export const isAbn = (digits: string): boolean =>
  /^[1-9]\d{10}$/.test(digits) &&
  abnWeights.reduce((sum, weight, at) => sum + weight * (Number(digits[at]) - (at === 0 ? 1 : 0)), 0) % 89 ===
    0

/** As it is printed: 51 824 753 556. */
export const formatAbn = (digits: string): string =>
  digits.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')
