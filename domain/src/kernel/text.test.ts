import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countRemoved } from './removed-characters.ts'
import { isEmptyText, oneLine, plainLines, textProblem, writtenText } from './text.ts'

describe('a text', () => {
  it.each([
    'Hello',
    'Nguyễn Thị Hương',
    'نستعلیق',
    'กรุงเทพ',
    '👩‍👩‍👧‍👦',
    'two\nlines\tand a tab',
    `a${'\u0301'.repeat(30)}`,
  ])('%j can be stored', text => {
    expect(textProblem(text)).toBeNull()
  })

  it.each([
    ['a zero', 'a\u0000b'],
    ['half a pair', 'a\ud800b'],
    ['the other half', '\udc00'],
    ['marks without end', `a${'\u0301\u0316'.repeat(16)}`],
  ])('with %s is refused', (_, text) => {
    expect(textProblem(text)).toMatch(/This text/)
  })

  it('is checked quickly, no matter how long it is', () => {
    const began = process.cpuUsage()
    textProblem(`a${'\u0301\u0316'.repeat(10)}b`.repeat(100_000))
    // Processor time, because wall-clock time depends on what else the machine is doing.
    expect(process.cpuUsage(began).user).toBeLessThan(5_000_000)
  })
})

describe('a text of which a reader sees nothing', () => {
  it.each([
    ['nothing', ''],
    ['spaces and breaks', ' \t\r\n\u00a0\u2003\u3000\u2028'],
    ['a space without width', '\u200b'],
    ['a byte order mark', '\ufeff'],
    ['a word joiner', '\u2060'],
    ['a soft hyphen', '\u00ad'],
    ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
    ['a combining mark', '\u0301'],
    ['a keycap without a key', '\ufe0f\u20e3'],
    ['variation selectors', '\ufe0f\u{e0100}'],
    ['a joiner', '\u200d'],
    ['directions', '\u202e\u2066\u061c\u200f'],
    ['tags', '\u{e0067}\u{e007f}'],
    ['blank Braille', '\u2800'],
    ['a control character', '\u0007'],
  ])('is empty: %s', (_, text) => {
    expect([isEmptyText(text), writtenText(text), oneLine(text)]).toEqual([true, '', ''])
  })

  it.each([
    '.',
    'a\u0301',
    '❤️',
    '1\ufe0f\u20e3',
    '👩‍👩‍👧‍👦',
    '🏴\u{e0067}\u{e0062}\u{e007f}',
    '🏽',
    'می\u200cخواهم',
    'กำ',
    '\u200bHello\u200b',
    '\u0600',
  ])('is not %j, which stays as it was written', text => {
    expect([isEmptyText(text), writtenText(` ${text}\n`)]).toEqual([false, text])
  })
})

describe('a name', () => {
  it.each([
    ['  Blue\r\nBcc: x@example.com ', 'Blue Bcc: x@example.com'],
    ['Blue\u2028bird', 'Blue bird'],
    ['Blue\u202egnp.exe', 'Bluegnp.exe'],
    ['Cafe\u0301', 'Café'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
  ])('%j is stored as %j', (typed, kept) => {
    expect(oneLine(typed)).toBe(kept)
  })
})

describe('a text from another program', () => {
  it.each(['\v', '\f', '\u0085', '\u2028', '\u2029', '\r\n', '\r', '\n'])(
    'begins a new line where it has %j',
    sign => {
      expect(plainLines(`Fresh${sign}bread`)).toBe('Fresh\nbread')
    },
  )

  it('keeps tabs and loses other control characters', () => {
    expect(plainLines('a\tb\u0000c\u0008d\u001be\u007ff\u009fg')).toBe('a\tbcdefg')
  })

  it.each([
    ['a\u0000b\u0008\u001b\u007f\u009f', 5],
    ['a\v\f\u0085\u2028\u2029\r\n\r\n\tb', 0],
    ['', 0],
  ])('%j loses %i characters', (text, lost) => {
    expect(countRemoved(text)).toBe(lost)
  })

  it('has no control character but tab and line break, whatever it was, and stays as it is the second time', () => {
    const signs = fc.constantFrom(
      '\v',
      '\f',
      '\r',
      '\n',
      '\t',
      '\u0085',
      '\u2028',
      '\u0007',
      'a',
      '👩‍🚀',
      '\u200d',
    )
    const anySign = fc.integer({ min: 0, max: 0x2fff }).map(code => String.fromCodePoint(code))
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(signs, anySign) }), text => {
        const plain = plainLines(text)
        expect(plain).not.toMatch(/[^\P{Cc}\t\n]|[\u2028\u2029]/u)
        expect(plainLines(plain)).toBe(plain)
      }),
    )
  })
})
