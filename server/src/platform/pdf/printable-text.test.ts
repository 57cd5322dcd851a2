import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printableText } from './printable-text.ts'

const latin = (codePoint: number) => codePoint >= 32 && codePoint < 0x250
const print = (text: string) => {
  let lost = 0
  const onLost = () => {
    lost++
  }
  return { text: printableText(text, { has: latin, onLost }), lost }
}

describe('A text in signs that the font has', () => {
  it.each([
    ['keeps what the font has', 'Łódź, naïve', 'Łódź, naïve'],
    ['leaves out emoji and their parts', 'Open 🌞👩🏽‍🍳 now 🇩🇪', 'Open now'],
    ['keeps the digit of a keycap', '1️⃣ first', '1 first'],
    ['makes plain letters of those that only look bold', '𝗕𝗼𝗹𝗱 news', 'Bold news'],
    ['replaces other writing by one ellipsis', 'New 日本語 shop', 'New … shop'],
    ['replaces words of other writing by one ellipsis as well', 'New שלום עולם shop', 'New … shop'],
    ['replaces sentences of it, but no line', 'שלום! מחר, בשבע.\nמחר', '….\n…'],
    ['keeps line breaks and drops marks of direction', 'a\r\nb\u200e\tc', 'a\nb c'],
  ])('%s', (_, text, expected) => {
    expect(print(text).text).toBe(expected)
  })

  it('never has a sign that the font does not have, but for the ellipsis', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        for (const sign of print(text).text.replaceAll('…', ''))
          expect(sign === '\n' || latin(sign.codePointAt(0) ?? 0)).toBe(true)
      }),
    )
  })

  it('tells when a reader misses something', () => {
    expect(print('Bold 𝗕𝗼𝗹𝗱').lost).toBe(0)
    expect(print('😀').lost).toBeGreaterThan(0)
    expect(print('日本').lost).toBeGreaterThan(0)
  })
})
