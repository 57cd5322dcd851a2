import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoints, shortened } from './shortened.ts'

const signs = (text: string) => [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)]
const family = '👩‍👩‍👧‍👦'

describe('A text that is shortened', () => {
  it.each([
    ['Hello', 5, 'Hello'],
    ['Hello!', 5, 'Hell…'],
    ['Fresh bread', 7, 'Fresh…'],
    [family.repeat(3), 3, family.repeat(3)],
    [family.repeat(4), 3, `${family.repeat(2)}…`],
    ['🇩🇪🇫🇷🇪🇸', 2, '🇩🇪…'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['กำลังใจ', 3, 'กำลั…'],
  ])('%s to %i signs is %s', (text, max, short) => {
    expect(shortened(text, max)).toBe(short)
  })

  it('by the measure of a limit stays below it, and cuts no sign either', () => {
    expect(shortened(family.repeat(4), 15, codePoints)).toBe(`${family.repeat(2)}…`)
    expect(shortened(family, 3, sign => sign.length)).toBe('…')
  })

  it('is its own beginning up to the end of a sign, at most as long as it may be, and never read twice', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 })
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(codePoints, () => 1),
        (whole, max, lengthOf) => {
          const short = shortened(whole, max, lengthOf)
          const measured = (of: string) => signs(of).reduce((sum, { segment }) => sum + lengthOf(segment), 0)
          if (measured(whole) <= max) return short === whole
          const kept = short.slice(0, -1)
          const ends = [0, ...signs(whole).map(({ segment, index }) => index + segment.length)]
          return (
            short.endsWith('…') &&
            whole.startsWith(kept) &&
            measured(kept) < max &&
            ends.some(end => whole.slice(0, end).trimEnd() === kept)
          )
        },
      ),
    )
  })

  it('costs no more where it is very long', () => {
    const began = process.cpuUsage()
    shortened('word '.repeat(2_000_000), 80)
    // Processor time, because wall-clock time depends on what else the machine is doing.
    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
  })
})
