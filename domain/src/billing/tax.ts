/** Australian goods and services tax, on top of the prices. */
export const GST_PERCENT = 10

/** The country of a billing address is typed by hand. */
export const isAustralia = (country: string): boolean => /^(au|aus|australia)$/i.test(country.trim())

/** The tax on an amount, in cents, rounded to the nearest as the gateway does. */
export const gstOn = (cents: number): number => Math.round((cents * GST_PERCENT) / 100)

/** What a form with a card says of the country: `hasTax` is the checkbox, `country` is what it sets. */
export const countryOfCard = (form: {
  readonly country?: 'AU' | undefined
  readonly hasTax?: boolean | undefined
}): 'AU' | null => form.country ?? (form.hasTax ? 'AU' : null)
