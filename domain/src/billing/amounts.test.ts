import { expect, it } from 'vitest'
import { formatAmount, formatPrice } from './amounts.ts'

it.each([
  [6400, 'usd', 'US$ 64.00'],
  [123456789, 'usd', 'US$ 1,234,567.89'],
  [-500, 'usd', '-US$ 5.00'],
  [0, 'USD', 'US$ 0.00'],
  [704, 'aud', '7.04 AUD'],
])('%s cents of %s are written as %s', (cents, currency, text) => {
  expect(formatAmount(cents, currency)).toBe(text)
})

it('A price has cents only if it has any', () => {
  expect([formatPrice(5), formatPrice(4.5)]).toEqual(['US$ 5', 'US$ 4.50'])
})
