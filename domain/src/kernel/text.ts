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

/**
 * What a reader sees something of: not spaces, controls, marks without a letter, and what has no shape of its own (U+200B, U+2060, U+FEFF,
 * the soft hyphen, joiners and variation selectors, Hangul fillers, the blank pattern of Braille).
 */
const visible = /[^\s\p{White_Space}\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]/u

/** Whether a reader sees nothing of a text (docs/product/posts.md "Characters"). A text that is not empty may have any of these characters. */
export const isEmptyText = (text: string): boolean => !visible.test(text)

/** A text as somebody wrote it into a field, without the space around it; '' if a reader would see nothing. */
export const writtenText = (text: string): string => (isEmptyText(text) ? '' : text.trim())

/** A person's whole name; people who came by a provider may have no last name. */
export const fullName = ({
  name,
  last_name,
}: {
  readonly name: string
  readonly last_name: string
}): string => `${name} ${last_name}`.trim()

/**
 * A name as it is stored: one line that a reader sees, or '', composed (NFC), without control characters or characters that change the direction of the text. Names
 * appear in mail subjects and inside sentences, which they must not break.
 */
export const oneLine = (text: string): string =>
  writtenText(
    text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\u202a-\u202e\u2066-\u2069]/g, ''),
  ).normalize('NFC')
