import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  contrastRatio,
  hexColor,
  labelBackground,
  labelColors,
  labelPalette,
  readableTextOn,
  readColor,
} from './colors.ts'

const channel = fc.integer({ min: 0, max: 255 })
const colors = fc.record({ red: channel, green: channel, blue: channel })
const bright = fc.integer({ min: 220, max: 255 })
const brightColors = fc.record({ red: bright, green: bright, blue: bright })
const black = { red: 0, green: 0, blue: 0 }
const white = { red: 255, green: 255, blue: 255 }

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

  it('is darkened only once', () => {
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

test('a text that is not a colour is not drawn', () => {
  expect(labelColors('bread')).toBeNull()
})
