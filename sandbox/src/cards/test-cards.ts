import type { Behaviour } from '../platform/gateway-model.ts'

type TestCard = { readonly number: string; readonly behaviour: Behaviour; readonly meaning: string }

/** Test numbers with special behaviour, and a few that simply work. Any other number that passes the Luhn check works too. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', behaviour: 'good', meaning: 'Visa, accepted' },
  { number: '5555555555554444', behaviour: 'good', meaning: 'Mastercard, accepted' },
  { number: '378282246310005', behaviour: 'good', meaning: 'American Express, accepted' },
  { number: '4000000000000002', behaviour: 'declined', meaning: 'Declined by its bank' },
  { number: '4000000000009995', behaviour: 'no_funds', meaning: 'Declined: no money on it' },
  { number: '4000000000000069', behaviour: 'expired', meaning: 'Expired, whatever its date' },
  { number: '4000000000000127', behaviour: 'wrong_cvc', meaning: 'Wrong CVC, whatever is typed' },
  {
    number: '4000000000000341',
    behaviour: 'declined_later',
    meaning: 'Accepted when it is added, declined when the agency is created',
  },
  {
    number: '4000000000000887',
    behaviour: 'charges_declined',
    meaning: 'Accepted, but every charge is declined',
  },
  {
    number: '4000002760003184',
    behaviour: 'charges_confirmed',
    meaning: 'Its bank asks the person to confirm, also for every charge',
  },
  {
    number: '4000000000003410',
    behaviour: 'charges_lost',
    meaning:
      'Accepted, but when money is taken (Start subscription, Pay now) the connection is cut before the answer',
  },
  { number: '4000002500003155', behaviour: 'confirmation', meaning: 'Its bank asks the person to confirm' },
]

export const behaviourOf = (number: string): Behaviour =>
  testCards.find(card => card.number === number)?.behaviour ?? 'good'

/** Whether the check digit of a card number is valid (ISO/IEC 7812-1, annex B). */
export function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    if (index % 2 === 0) return total + digit
    return total + (digit > 4 ? digit * 2 - 9 : digit * 2)
  }, 0)
  return number.length >= 12 && sum % 10 === 0
}

/** By the first digits; only as precise as the test numbers need. */
export function brandOf(number: string): string {
  if (/^3[47]/.test(number)) return 'amex'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  return /^4/.test(number) ? 'visa' : 'unknown'
}
