import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { harmlessNames, publicNameProblem, publicNameText } from './public-names.ts'

describe('a name that strangers read', () => {
  it.each([
    'pay 1.99 https://evil.example',
    'HTTP://EVIL',
    'www.evil',
    'Win at evil.example now',
    'evil。example',
    'evil\u2024example',
    'evil.\u200bexample',
    'Sale evil.\uFE0Fshop',
    'evil.\u034Fshop',
    'ｅｖｉｌ．ｃｏｍ',
    'https:\u2044\u2044evil',
    'https\ua789\u2215\u2215evil',
    'ｗｗｗ\u2024evil',
    'evil\ufe12example',
    'evil\ua4f8example',
    '𝐞𝐯𝐢𝐥．𝐜𝐨𝐦',
    'ada\ufe6bevil',
    'bücher.example',
    'пример.рф',
    'write to ada@evil',
    'Call 10.0.0.1',
    'Call 5551234',
    'Call +49 (30) 123-456-78',
    'Call ٥٥٥١٢٣٤',
    'Win! Call 1–800–555–0199',
    'Call 0️⃣1️⃣7️⃣0️⃣5️⃣5️⃣5️⃣1️⃣2️⃣',
    '0800 • 555 • 0199',
    '555_123_4567',
    '555‑123‑4567',
  ])('cannot be %j', name => {
    expect(publicNameProblem(name)).toBe(publicNameText)
  })

  it.each([
    'Harbor Coffee Roasters',
    'O’Brien & Sons, Ltd.',
    'St. Pauli No.1',
    'S.p.A. di Milano',
    'A. P. Moller',
    'Studio 54',
    'Summer 2026-2027',
    'Launch on 2026-11-27',
    '1.99 each',
    'Vol. 2.0',
    'Weekdays 9-17',
    'Café @ the pier',
    'Half \u00bd price',
    '株式会社サクラ',
  ])('can be %j, which stays as it is in mails', name => {
    expect(publicNameProblem(name)).toBeNull()
    expect(harmlessNames(name)).toBe(name)
  })

  it.each([
    ['pay 1.99 https://evil.example', 'pay 1. 99 evil. example'],
    ['a.b.evil.com', 'a. b. evil. com'],
    ['ada@evil.example', 'ada at evil. example'],
    ['10.0.0.1', '10. 0. 0. 1'],
    ['bit.\uFE0Fly', 'bit. ly'],
    ['Call +49 (30) 123-456-78', 'Call +…'],
  ])('is harmless in a mail if it is %j from before the rule', (name, shown) => {
    expect(harmlessNames(name)).toBe(shown)
  })

  it('is harmless in mails, whatever it was', () => {
    const sign = fc.constantFrom(
      'a',
      'é',
      '7',
      '٣',
      '.',
      '．',
      '\ufe12',
      '\u2044',
      '\ua789',
      '@',
      '://',
      'www.',
      ' ',
      '-',
      '\u200b',
      '\uFE0F',
      '(',
    )
    fc.assert(
      fc.property(fc.string({ unit: sign, maxLength: 40 }), name => {
        expect(publicNameProblem(harmlessNames(name))).toBeNull()
      }),
      { numRuns: 2000 },
    )
  })
})
