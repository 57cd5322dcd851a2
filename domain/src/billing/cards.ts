import { writtenText } from '#domain/kernel/text.ts'
/** The free trial (docs/product/billing.md "Trial"): days from the first card. Nothing is charged or held before it ends. */
export const TRIAL_DAYS = 14
/** Digits of a card number at most (docs/product/billing.md "Card fields"). The spaces between them are only shown, and not counted. */
export const CARD_NUMBER_MAX = 19
/** Digits of a CVC (docs/product/billing.md "Card fields"): four on an American Express card, three on the others. */
export const CVC_MIN = 3
export const CVC_MAX = 4
/** The current year and so many more (docs/product/billing.md "Card fields"). */
export const EXPIRY_YEARS_AHEAD = 10
const NAME_MIN = 3
const NAME_MAX = 255
/** No name has this many digits, but part of a card number has. */
const NUMBER_DIGITS = 7

/** A card's number as it is sent: without the spaces or hyphens that it is written with. */
export const bareNumber = (typed: string): string => typed.replace(/[\s\p{Pd}]/gu, '')

/** A card's number as it is shown: a space after every 4 characters. */
export const spacedNumber = (typed: string): string => bareNumber(typed).replace(/(.{4})(?=.)/g, '$1 ')

/** Months since year 0, so that two months can be compared. */
const monthIndex = (year: number, month: number): number => year * 12 + month - 1

/**
 * The first month that a card may expire in. A card is valid to the end of its month, which ends last twelve hours behind UTC. So the server
 * never refuses a month that the browser has accepted.
 */
const firstMonth = (now: Date): number => {
  const latest = new Date(now.getTime() - 12 * 3_600_000)
  return monthIndex(latest.getUTCFullYear(), latest.getUTCMonth() + 1)
}

/** Whether its month, 1 to 12, is over for everybody. */
export const hasExpired = (month: number, year: number, now: Date): boolean =>
  monthIndex(year, month) < firstMonth(now)

/** The years that the dropdown offers. */
export const expiryYears = (now: Date): number[] =>
  Array.from({ length: EXPIRY_YEARS_AHEAD + 1 }, (_, ahead) => now.getUTCFullYear() + ahead)

/** When a trial that began then ends: a whole number of days later, to the second. */
export const trialEnd = (startedAt: Date): Date => new Date(startedAt.getTime() + TRIAL_DAYS * 86_400_000)

/**
 * What is wrong with a field of the card form, or undefined. Fixed wording (docs/product/billing.md "Card fields"). The gateway judges the rest. Other
 * texts follow their pattern ("… is required").
 */
export const cardProblems = {
  cardName: (typed: string): string | undefined => {
    const { length } = [...writtenText(typed)]
    // The name is stored, so a card number typed into this field is refused before it is, whatever separates its digits.
    const isNumber = (typed.match(/\p{Nd}/gu) ?? []).length >= NUMBER_DIGITS
    return length >= NAME_MIN && length <= NAME_MAX && !isNumber ? undefined : 'Incorrect fields. Try again.'
  },
  cardNumber: (typed: string): string | undefined => {
    const number = bareNumber(typed)
    if (number === '') return 'Card number is required'
    if (!/^\d+$/.test(number)) return 'Must be only digits'
    return number.length > CARD_NUMBER_MAX ? 'Invalid card number' : undefined
  },
  expiryMonth: (month: number | null): string | undefined =>
    month !== null && month >= 1 && month <= 12 ? undefined : 'Expiry month is required',
  expiryYear: (year: number | null): string | undefined =>
    year === null ? 'Expiry year is required' : undefined,
  cvc: (typed: string): string | undefined => {
    const cvc = typed.trim()
    if (cvc === '') return 'CVC is required'
    return new RegExp(`^\\d{${CVC_MIN},${CVC_MAX}}$`).test(cvc) ? undefined : 'Invalid CVC'
  },
}

/** The month and the year together; reported at the month, which has more choices. */
export const expiryProblem = (month: number, year: number, now: Date): string | undefined => {
  if (hasExpired(month, year, now)) return 'This card has expired'
  return year > now.getUTCFullYear() + EXPIRY_YEARS_AHEAD + 1 ? 'Expiry year is required' : undefined
}
