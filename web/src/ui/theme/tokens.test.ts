import { describe, expect, test } from 'vitest'
import { networkColours, palette, tones } from './tokens.ts'

const channel = (value: number) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at =>
    channel(Number.parseInt(hex.slice(at, at + 2), 16)),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** WCAG 2.2 contrast of two colours, 1 to 21. */
const contrast = (one: string, other: string) => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

test('black on white is 21 to 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
})

describe.each(['light', 'dark'] as const)('in the %s theme', scheme => {
  const colours = palette[scheme]
  const grounds = ['page', 'surface', 'surface-sunken', 'surface-hover'] as const

  test.each(Object.entries(tones[scheme]))('the text of a %s badge is readable', (_, { bg, fg, line }) => {
    expect(contrast(fg, bg)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(fg, colours.surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(line, colours.surface)).toBeGreaterThanOrEqual(3)
  })

  test.each(grounds)('text, quiet text, links and errors are readable on %s', ground => {
    for (const text of ['text', 'text-muted', 'accent-text', 'danger-text'] as const) {
      expect(contrast(colours[text], colours[ground]), text).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('buttons, their labels, the focus ring and the borders of fields stand out', () => {
    expect(contrast(colours['on-accent'], colours.accent)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colours['on-accent'], colours['accent-hover'])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colours['on-accent'], colours.welcome)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colours['accent-text'], colours['accent-soft'])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colours.accent, colours.surface)).toBeGreaterThanOrEqual(3)
    expect(contrast(colours.focus, colours.surface)).toBeGreaterThanOrEqual(3)
    expect(contrast(colours['border-strong'], colours.surface)).toBeGreaterThanOrEqual(3)
  })
})

test.each(Object.entries(networkColours))('the logo in the badge of %s stands out', (_, colour) => {
  expect(contrast('#ffffff', colour)).toBeGreaterThanOrEqual(4.5)
})

test('the label of a red button stays readable under the mouse', () => {
  // Mantine's red-2, behind a subtle button that is pointed at.
  expect(contrast(palette.light['danger-text'], '#ffc9c9')).toBeGreaterThanOrEqual(4.5)
})
