/** Stream-safe text (UAX #15, section 13): no language puts more combining marks on one letter. */
const MARKS_MAX = 30
// Matches only from the start of a run; trying from each mark in it would take quadratic time.
const tooManyMarks = new RegExp(`(?<!\\p{M})\\p{M}{${MARKS_MAX + 1}}`, 'u')

/**
 * Why this text cannot be accepted, or null. U+0000 and unpaired surrogates cannot be stored; composing a letter with thousands of marks
 * takes minutes, as the time grows with the square of their number.
 */
export const textProblem = (text: string): string | null => {
  if (text.includes('\u0000') || !text.isWellFormed()) return "This text contains characters we can't store"
  return tooManyMarks.test(text) ? 'This text has too many marks on one letter' : null
}

/** CRLF and CR too: forms send them, and the texts of other programs have them. */
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const otherControls = /[^\P{Cc}\t\n]/gu

/**
 * A text as it is stored, sent and exported: whatever breaks a line in other programs is a line break, and control characters, which
 * calendars and networks refuse, are not in it (docs/product/posts.md "Characters").
 */
export const plainLines = (text: string): string => text.replace(lineBreaks, '\n').replace(otherControls, '')

/** A person's whole name; people who came by a provider may have no last name. */
export const fullName = ({
  name,
  last_name,
}: {
  readonly name: string
  readonly last_name: string
}): string => `${name} ${last_name}`.trim()

/**
 * A name as it is stored: one line, composed (NFC), without control characters or characters that change the direction of the text. Names
 * appear in mail subjects and inside sentences, which they must not break.
 */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .normalize('NFC')
