import { expect, it } from 'vitest'
import { sheetText } from './sheet-text.ts'

it.each([
  [null, ''],
  ['text', 'text'],
  [12.5, '12.5'],
  [true, 'yes'],
  [new Date('2026-06-30T00:00:00Z'), '2026-06-30'],
  [new Date('2026-06-30T09:59:59.999Z'), '2026-06-30 10:00'],
  [new Date('1899-12-30T14:30:00Z'), '14:30'],
])('the cell %s is the text "%s"', (value, text) => {
  expect(sheetText(value)).toBe(text)
})
