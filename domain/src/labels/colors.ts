import { daysBetween } from '#domain/kernel/days.ts'
import { oneLine } from '#domain/kernel/text.ts'
import { isLocalDate, type LocalDate } from '#domain/kernel/time.ts'
import type { DayLabel } from './model.ts'

/** A colour's red, green and blue, each from 0 to 255. */
export type Rgb = { red: number; green: number; blue: number }

const MIN_TEXT = 3
const MAX_TEXT = 255
/** Brighter than this in sum, a label would vanish on a white page. (Document 2 section 5, "Labels".) */
const MAX_BRIGHTNESS = 700
const DARKENING = 100

/**
 * A label is a mark on some days, and every day it lies on is drawn. Document 2 section 5 does not show "further bounds of the
 * label rule": a season or a whole year fits, a slip of the keyboard in the year does not.
 */
const MAX_DAYS = 366

/**
 * Colours to choose a label from, as `#rrggbb`. They can be told apart at a glance, in both themes; any other colour can be typed.
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

/**
 * Why the label's text is not taken, or `null`. (Document 2 section 5: 3 to 255, `Label is required`.) Counted as it is kept:
 * in characters, of which a picture like a tree is one.
 */
export function labelTextProblem(text: string): string | null {
  const { length } = [...oneLine(text)]
  if (length === 0) return 'Label is required'
  if (length >= MIN_TEXT && length <= MAX_TEXT) return null
  return `Please enter a label between ${MIN_TEXT} and ${MAX_TEXT} characters`
}

/** Why a label may not lie on the days from `start` to `end`, both inside, or `null`. An empty end is the start. */
export function labelDaysProblem(start: LocalDate, end: LocalDate | undefined): string | null {
  if (!isLocalDate(start)) return 'Date is required'
  if (end === undefined || end === '') return null
  if (!isLocalDate(end) || end < start) return 'The end must not be before the start'
  return daysBetween(start, end) < MAX_DAYS ? null : `A label covers ${MAX_DAYS} days at most`
}

/** A project's labels for who looks ahead: those not over yet by their first day, then those gone by, the latest first. */
export function labelsByTime(
  labels: readonly DayLabel[],
  today: LocalDate,
): { ahead: DayLabel[]; past: DayLabel[] } {
  const sorted = labels.toSorted((a, b) => a.start_at.localeCompare(b.start_at) || a.id - b.id)
  return {
    ahead: sorted.filter(({ end_at }) => end_at >= today),
    past: sorted.filter(({ end_at }) => end_at < today).toReversed(),
  }
}

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
 * (Document 1 section 9 and document 2 section 5, "Label colour contrast".)
 */
export function labelBackground(color: Rgb): Rgb {
  if (color.red + color.green + color.blue <= MAX_BRIGHTNESS) return color
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

/** Labels whose name holds the typed text, in any case. (Document 2 section 2: "matches names against typed text".) */
export const searchLabels = (labels: readonly DayLabel[], typed: string): DayLabel[] => {
  const wanted = typed.trim().toLocaleLowerCase()
  return labels.filter(({ text }) => text.toLocaleLowerCase().includes(wanted))
}
