import { expect, it, vi } from 'vitest'
import { makeSheet, writeParagraph } from './sheet.ts'

const colour = '#2f6f6b'
const sheetOf = () =>
  makeSheet({
    paper: 'a4',
    title: 'Long',
    author: 'Agency',
    at: new Date('2026-06-10T08:00:00Z'),
    accent: { surface: colour, text: colour },
  })

it('measures each letter of an endless word some times, and not once for each line', () => {
  const sheet = sheetOf()
  const measure = vi.spyOn(sheet.doc, 'widthOfString')
  writeParagraph(sheet, sheet.body, 'x'.repeat(8000), { size: 10 })
  const letters = measure.mock.calls.reduce((sum, [text]) => sum + text.length, 0)
  expect(letters).toBeGreaterThan(8000)
  expect(letters).toBeLessThan(5 * 8000)
})

it('reads each font once, however often the weight changes', () => {
  const sheet = sheetOf()
  for (let line = 0; line < 20; line++) {
    writeParagraph(sheet, sheet.body, 'Bold', { size: 10, weight: 'semibold' })
    writeParagraph(sheet, sheet.body, 'Plain', { size: 10 })
  }
  // The types of PDFKit do not tell how many it has read.
  expect((sheet.doc as unknown as { _fontCount: number })._fontCount).toBe(2)
})
