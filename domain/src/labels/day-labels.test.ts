import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays } from '#domain/kernel/days.ts'
import { labelDaysProblem, labelsByTime, labelTextProblem, searchLabels } from './day-labels.ts'
import type { DayLabel } from './model.ts'

test.each([
  ['', 'Label is required'],
  ['   ', 'Label is required'],
  ['ab', 'Please enter a label between 3 and 255 characters'],
  ['a  ', 'Please enter a label between 3 and 255 characters'],
  ['abc', null],
  ['a'.repeat(255), null],
  ['a'.repeat(256), 'Please enter a label between 3 and 255 characters'],
  ['🎄🎄', 'Please enter a label between 3 and 255 characters'],
  ['🎄'.repeat(255), null],
])('of the text "%s" it is said: %s', (text, expected) => {
  expect(labelTextProblem(text)).toBe(expected)
})

test.each([
  ['2026-11-27', undefined, null],
  ['2026-11-27', '', null],
  ['2026-11-27', '2026-11-27', null],
  ['2026-01-01', '2027-01-01', null],
  ['2026-01-01', '2027-01-02', 'A label covers 366 days at most'],
  ['2026-11-27', '2026-11-26', 'The end must not be before the start'],
  ['', '', 'Date is required'],
])('of the days from "%s" to "%s" it is said: %s', (start, end, expected) => {
  expect(labelDaysProblem(start, end)).toBe(expected)
})

describe('labels in a list', () => {
  const label = (id: number, start_at: string, end_at = start_at): DayLabel => ({
    id,
    day_label_id: id,
    project_id: 1,
    text: `Label ${id}`,
    color: '#2f7d5b',
    start_at,
    end_at,
  })
  const today = '2026-11-20'

  it('begin with the current or next label and end with the oldest', () => {
    const labels = [
      label(1, '2026-12-24', '2026-12-26'),
      label(2, '2026-10-01'),
      label(3, '2026-11-18', '2026-11-20'),
      label(4, '2026-11-01', '2026-11-19'),
      label(5, '2026-12-24'),
    ]
    const { ahead, past } = labelsByTime(labels, today)
    expect([ahead, past].map(part => part.map(({ id }) => id))).toEqual([
      [3, 1, 5],
      [4, 2],
    ])
  })

  it('are all listed, each once', () => {
    const any = fc.array(fc.tuple(fc.integer({ min: -60, max: 60 }), fc.integer({ min: 0, max: 60 })))
    fc.assert(
      fc.property(any, spans => {
        const labels = spans.map(([from, length], id) => {
          const start = addDays(today, from)
          return label(id, start, addDays(start, length))
        })
        const { ahead, past } = labelsByTime(labels, today)
        expect(new Set([...ahead, ...past])).toEqual(new Set(labels))
        expect(ahead.length + past.length).toBe(labels.length)
      }),
    )
  })

  test.each([
    ['', [7, 8]],
    [' fri ', [7]],
    ['ADV', [8]],
    ['xyz', []],
  ])('are found by the typed text "%s"', (typed, expected) => {
    const named = (id: number, text: string): DayLabel => ({ ...label(id, today), text })
    const labels = [named(7, 'Black Friday'), named(8, 'Advent')]
    expect(searchLabels(labels, typed).map(({ id }) => id)).toEqual(expected)
  })
})
