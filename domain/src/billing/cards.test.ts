import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bareNumber,
  cardProblems,
  expiryProblem,
  expiryYears,
  hasExpired,
  spacedNumber,
  trialEnd,
} from './cards.ts'
import { cardForm } from './model.ts'

const card = {
  cardName: 'Ada Moreau',
  cardNumber: '4242 4242 4242 4242',
  expiryMonth: 12,
  expiryYear: 2030,
  cvc: '123',
}
const now = new Date('2026-06-15T08:00:00.000Z')

describe('A card', () => {
  it('is sent without the spaces of its number', () => {
    expect(cardForm.parse(card)).toEqual({ ...card, cardNumber: '4242424242424242' })
    expect(cardForm.parse({ ...card, country: 'AU' })).toMatchObject({ country: 'AU' })
  })

  it.each([
    ['cardName', '', 'Incorrect fields. Try again.'],
    ['cardName', 'Al', 'Incorrect fields. Try again.'],
    ['cardName', '   Al   ', 'Incorrect fields. Try again.'],
    ['cardName', 'x'.repeat(256), 'Incorrect fields. Try again.'],
    ['cardName', 'Ada 4242 4242 4242 4242', 'Incorrect fields. Try again.'],
    ['cardName', '4242.4242.4242.4242', 'Incorrect fields. Try again.'],
    ['cardName', '4242/4242 Ada 4242_4242', 'Incorrect fields. Try again.'],
    ['cardName', '４２４２４２４２４２４２４２４２', 'Incorrect fields. Try again.'],
    ['cardName', undefined, 'Incorrect fields. Try again.'],
    ['cardNumber', '', 'Card number is required'],
    ['cardNumber', undefined, 'Card number is required'],
    ['cardNumber', '4242.4242', 'Must be only digits'],
    ['cardNumber', '4242 abcd', 'Must be only digits'],
    ['cardNumber', '٤٢٤٢', 'Must be only digits'],
    ['cardNumber', '4'.repeat(20), 'Invalid card number'],
    ['cardNumber', '4'.repeat(101), 'Invalid card number'],
    ['expiryMonth', undefined, 'Expiry month is required'],
    ['expiryMonth', 0, 'Expiry month is required'],
    ['expiryMonth', 13, 'Expiry month is required'],
    ['expiryMonth', '12', 'Expiry month is required'],
    ['expiryYear', undefined, 'Expiry year is required'],
    ['cvc', '', 'CVC is required'],
    ['cvc', '12', 'Invalid CVC'],
    ['cvc', '12345', 'Invalid CVC'],
    ['cvc', '12a', 'Invalid CVC'],
  ])('with %s %j is refused with a message', (field, value, text) => {
    const { error } = cardForm.safeParse({ ...card, [field]: value })
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toContainEqual([field, text])
  })

  it('never has its number or CVC in a message about it', () => {
    const { error } = cardForm.safeParse({ ...card, cardNumber: '4242x4242', cvc: '98x76' })
    expect(JSON.stringify(error?.issues)).not.toMatch(/4242|98x76/)
  })

  it('may have hyphens in its number, which are not sent', () => {
    expect(cardForm.parse({ ...card, cardNumber: '4242-4242-4242-4242' }).cardNumber).toBe('4242424242424242')
  })

  it('may have 19 digits, however they are spaced', () => {
    expect(cardProblems.cardNumber('4242 4242 4242 4242 424')).toBeUndefined()
    expect(cardProblems.cardNumber('4242 4242 4242 4242 4242')).toBe('Invalid card number')
  })
})

describe('Spaces and hyphens in a number', () => {
  it.each([
    ['', ''],
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242 42424242', '4242 4242 4242'],
    ['4242-4242-4242-4242', '4242 4242 4242 4242'],
    ['4242–4242—4242‑42', '4242 4242 4242 42'],
  ])('%j is shown as %j', (typed, shown) => expect(spacedNumber(typed)).toBe(shown))

  it('do not change the number that is sent, and are added only once', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), typed => {
        expect(bareNumber(spacedNumber(typed))).toBe(bareNumber(typed))
        expect(spacedNumber(spacedNumber(typed))).toBe(spacedNumber(typed))
      }),
    )
  })
})

describe('An expiry', () => {
  it('is valid to the end of its month in the last time zone where that ends', () => {
    expect(hasExpired(6, 2026, now)).toBe(false)
    expect(hasExpired(5, 2026, now)).toBe(true)
    expect(hasExpired(6, 2026, new Date('2026-07-01T11:59:00.000Z'))).toBe(false)
    expect(hasExpired(6, 2026, new Date('2026-07-01T12:01:00.000Z'))).toBe(true)
    expect(hasExpired(12, 2025, new Date('2026-01-02T00:00:00.000Z'))).toBe(true)
  })

  it('is within the current year and ten more', () => {
    const years = expiryYears(now)
    expect([years[0], years.at(-1), years.length]).toEqual([2026, 2036, 11])
    expect(expiryProblem(12, 2036, now)).toBeUndefined()
    expect(expiryProblem(1, 2026, now)).toBe('This card has expired')
    expect(expiryProblem(1, 2040, now)).toBe('Expiry year is required')
  })
})

it('The trial lasts 14 days from the first card', () => {
  expect(trialEnd(now)).toEqual(new Date('2026-06-29T08:00:00.000Z'))
})
