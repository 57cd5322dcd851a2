import { describe, expect, it } from 'vitest'
import { formatCardNumber } from './card-number-spacing.ts'

/** `|` is the caret. */
const read = (text: string) => ({ value: text.replace('|', ''), caret: text.indexOf('|') })
const shown = ({ value, caret }: { value: string; caret: number }) =>
  `${value.slice(0, caret)}|${value.slice(caret)}`
const retype = (former: string, typed: string, deleted: 'back' | 'ahead' | null = null) =>
  shown(formatCardNumber(former.replace('|', ''), read(typed), deleted))

describe('typing a card number', () => {
  it.each([
    ['at its end', '4242|', '42424|', '4242 4|'],
    ['before a space', '424|2 4242', '4249|2 4242', '4249| 2424 2'],
    ['in the middle', '42|42 4242', '429|42 4242', '429|4 2424 2'],
    ['at its beginning', '|4242', '9|4242', '9|424 2'],
    ['as a space', '42|', '42 |', '42|'],
    ['all at once, with or without spaces', '|', '4242424242424242|', '4242 4242 4242 4242|'],
    ['pasted with hyphens', '|', '4242-4242-4242-4242|', '4242 4242 4242 4242|'],
    ['into the middle', '42|42', '421111111142|', '4211 1111 1142|'],
  ])('keeps the caret behind the same digit (%s)', (_where, former, typed, expected) => {
    expect(retype(former, typed)).toBe(expected)
  })
})

describe('deleting from a card number', () => {
  it('closes the gap, and the caret stays', () => {
    expect(retype('4242 4|242', '4242 |242', 'back')).toBe('4242| 242')
    expect(retype('42|42 4242', '4|42 4242', 'back')).toBe('4|424 242')
  })

  it('removes the digit before a space on Backspace, and the one after it on Delete', () => {
    expect(retype('4242 |4242', '4242|4242', 'back')).toBe('424|4 242')
    expect(retype('4242| 4142', '4242|4142', 'ahead')).toBe('4242| 142')
  })

  it('removes only the selected part', () => {
    expect(retype('4242 4242|', '42|', 'back')).toBe('42|')
    expect(retype('4242 4242|', '|', 'back')).toBe('|')
  })
})
