import { describe, expect, it } from 'vitest'
import { gstOn, isAustralia } from './tax.ts'

describe('GST', () => {
  it.each([
    [0, 0],
    [3400, 340],
    [2995, 300],
    [2994, 299],
    [5901, 590],
  ])('on %i cents is %i', (net, tax) => expect(gstOn(net)).toBe(tax))

  it.each(['AU', 'au', 'AUS', ' Australia ', 'AUSTRALIA'])('is paid in "%s"', country =>
    expect(isAustralia(country)).toBe(true),
  )

  it.each(['Austria', 'AUT', 'New Zealand', 'South Australia Road', ''])('is not paid in "%s"', country =>
    expect(isAustralia(country)).toBe(false),
  )
})
