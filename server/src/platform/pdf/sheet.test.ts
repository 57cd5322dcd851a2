import { expect, it, vi } from 'vitest'
import { makeSheet, writeParagraph } from './sheet.ts'

it('measures each letter of an endless word some times, and not once for each line', () => {
  const colour = '#2f6f6b'
  const sheet = makeSheet({
    paper: 'a4',
    title: 'Long',
    author: 'Agency',
    at: new Date('2026-06-10T08:00:00Z'),
    accent: { surface: colour, text: colour },
  })
  const measure = vi.spyOn(sheet.doc, 'widthOfString')
  writeParagraph(sheet, sheet.body, 'x'.repeat(8000), { size: 10 })
  const letters = measure.mock.calls.reduce((sum, [text]) => sum + text.length, 0)
  expect(letters).toBeGreaterThan(8000)
  expect(letters).toBeLessThan(5 * 8000)
})
