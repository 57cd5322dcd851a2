/** A colour's red, green and blue, each from 0 to 255. */
export type Rgb = { red: number; green: number; blue: number }

/** Brighter than this in sum, a label would vanish on a white page. (docs/product/labels.md "Colours") */
const BRIGHTNESS_MAX = 700

const DARKENING = 100

/**
 * Colours to choose a label from, as `#rrggbb`. They are easy to distinguish, in both themes; any other colour can be typed.
 */
export const labelPalette: readonly { readonly name: string; readonly color: string }[] = [
  { name: 'Green', color: '#2f7d5b' },
  { name: 'Teal', color: '#1f8a9e' },
  { name: 'Blue', color: '#2f6fd0' },
  { name: 'Violet', color: '#7650c8' },
  { name: 'Pink', color: '#d0488f' },
  { name: 'Red', color: '#d94f4f' },
  { name: 'Orange', color: '#e8833a' },
  { name: 'Yellow', color: '#f2c14e' },
  { name: 'Grey', color: '#7a838c' },
]

/** Reads `#rgb`, `#rrggbb` or `rgb(r, g, b)`; `null` for anything else. */
export function readColor(color: string): Rgb | null {
  const text = color.trim()
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(text)
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text)
  const decimal = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i.exec(text)
  const parts =
    short?.slice(1).map(digit => Number.parseInt(digit + digit, 16)) ??
    long?.slice(1).map(digits => Number.parseInt(digits, 16)) ??
    decimal?.slice(1).map(Number)
  if (!parts || parts.some(part => part > 255)) return null
  const [red = 0, green = 0, blue = 0] = parts
  return { red, green, blue }
}

/** The colour as it is stored, `#rrggbb`; `null` for a text that is no colour. */
export function hexColor(color: string): string | null {
  const read = readColor(color)
  if (!read) return null
  return `#${[read.red, read.green, read.blue].map(part => part.toString(16).padStart(2, '0')).join('')}`
}

/**
 * The colour a label is drawn in: when red, green and blue sum to more than 700, each is reduced by 100.
 * (docs/product/labels.md "Colours")
 */
export function labelBackground(color: Rgb): Rgb {
  if (color.red + color.green + color.blue <= BRIGHTNESS_MAX) return color
  // none falls below 0: with that sum, the least is 191
  return { red: color.red - DARKENING, green: color.green - DARKENING, blue: color.blue - DARKENING }
}

/** Black or white, whichever contrasts more with the colour behind it. It is never less than 4.5:1. */
export function readableTextOn(background: Rgb): 'black' | 'white' {
  const onBlack = contrastRatio(background, { red: 0, green: 0, blue: 0 })
  const onWhite = contrastRatio(background, { red: 255, green: 255, blue: 255 })
  return onBlack >= onWhite ? 'black' : 'white'
}

/** How a stored label colour is drawn, as CSS colours; `null` for a text that is no colour. */
export function labelColors(color: string): { background: string; text: 'black' | 'white' } | null {
  const read = readColor(color)
  if (!read) return null
  const background = labelBackground(read)
  const { red, green, blue } = background
  return { background: `rgb(${red}, ${green}, ${blue})`, text: readableTextOn(background) }
}

/** The contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const lighter = Math.max(luminance(one), luminance(other))
  const darker = Math.min(luminance(one), luminance(other))
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance({ red, green, blue }: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
