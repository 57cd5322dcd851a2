import { describe, expect, it } from 'vitest'
import { formatAbn, gstOn, isAbn, isAustralia } from './tax.ts'

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

describe('An ABN', () => {
  it('has eleven digits with a valid check', () => {
    expect(isAbn('51824753556')).toBe(true)
    for (const wrong of ['51824753557', '5182475355', '01824753556', '518247535560', 'ABN51824753', ''])
      expect(isAbn(wrong), wrong).toBe(false)
  })

  it('is printed in groups', () => expect(formatAbn('51824753556')).toBe('51 824 753 556'))
})
