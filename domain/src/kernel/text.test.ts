import { describe, expect, it } from 'vitest'
import { oneLine, textProblem } from './text.ts'

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
