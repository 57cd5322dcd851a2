import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays } from '#domain/kernel/days.ts'
import {
  contrastRatio,
  hexColor,
  labelBackground,
  labelColors,
  labelPalette,
  readableTextOn,
  readColor,
} from './colors.ts'
import { labelDaysProblem, labelsByTime, labelTextProblem, searchLabels } from './day-labels.ts'
import type { DayLabel } from './model.ts'

const channel = fc.integer({ min: 0, max: 255 })
const colors = fc.record({ red: channel, green: channel, blue: channel })
const bright = fc.integer({ min: 220, max: 255 })
const brightColors = fc.record({ red: bright, green: bright, blue: bright })
const black = { red: 0, green: 0, blue: 0 }
const white = { red: 255, green: 255, blue: 255 }

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
    ...{ id, day_label_id: id, project_id: 1, text: `Label ${id}`, color: '#2f7d5b', start_at, end_at },
  })
  const today = '2026-11-20'

  it('begin with the one that is on or comes next, and end with the one longest ago', () => {
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

  it('are all there, each once', () => {
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

test('the colours to choose from are stored and drawn as they are', () => {
  for (const { color } of labelPalette) {
    expect(hexColor(color)).toBe(color)
    expect(labelBackground(readColor(color) ?? black)).toEqual(readColor(color))
  }
  expect(new Set(labelPalette.map(({ name }) => name)).size).toBe(labelPalette.length)
})

test.each([
  ['#fff', white],
  ['#1A2b3C', { red: 26, green: 43, blue: 60 }],
  ['rgb(1, 22,255)', { red: 1, green: 22, blue: 255 }],
  [' #000000 ', black],
  ['#ffff', null],
  ['rgb(1, 22, 256)', null],
  ['green', null],
  ['', null],
])('%s is the colour %j', (text, expected) => {
  expect(readColor(text)).toEqual(expected)
})

describe('a very bright label', () => {
  test.each([
    ['rgb(255, 255, 255)', 'rgb(155, 155, 155)'],
    ['rgb(255, 255, 191)', 'rgb(155, 155, 91)'],
    ['rgb(255, 255, 190)', 'rgb(255, 255, 190)'],
    ['rgb(255, 0, 0)', 'rgb(255, 0, 0)'],
  ])('%s is drawn as %s', (color, expected) => {
    expect(labelColors(color)?.background).toBe(expected)
  })

  it('is darkened into a colour that needs no more darkening', () => {
    fc.assert(
      fc.property(fc.oneof(colors, brightColors), color => {
        const drawn = labelBackground(color)
        expect(drawn.red + drawn.green + drawn.blue).toBeLessThanOrEqual(700)
        expect(Math.min(drawn.red, drawn.green, drawn.blue)).toBeGreaterThanOrEqual(0)
        expect(labelBackground(drawn)).toEqual(drawn)
      }),
    )
  })
})

describe('the text on a label', () => {
  test.each([
    ['#ffee00', 'black'],
    ['#1e3a8a', 'white'],
    ['#ffffff', 'black'],
    ['#000000', 'white'],
    ['#2f9e44', 'black'],
  ] as const)('on %s is %s', (color, expected) => {
    expect(labelColors(color)?.text).toBe(expected)
  })

  it('can be read on any colour', () => {
    fc.assert(
      fc.property(colors, color => {
        const text = readableTextOn(color) === 'black' ? black : white
        expect(contrastRatio(color, text)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
})

test('contrast runs from 1 to 21, either way round', () => {
  expect(contrastRatio(black, white)).toBeCloseTo(21, 5)
  expect(contrastRatio(white, white)).toBe(1)
  fc.assert(fc.property(colors, colors, (a, b) => contrastRatio(a, b) === contrastRatio(b, a)))
})

test('what is no colour is not drawn', () => {
  expect(labelColors('bread')).toBeNull()
})
