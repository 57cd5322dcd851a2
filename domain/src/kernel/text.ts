/** Stream-safe text (UAX #15, section 13): no language puts more marks on one letter. */
const MAX_MARKS = 30
// Looked for from where a run begins: from each of its marks would take its length times as long.
const tooManyMarks = new RegExp(`(?<!\\p{M})\\p{M}{${MAX_MARKS + 1}}`, 'u')

/**
 * Why no text may be so, or null. U+0000 and halves of a surrogate pair cannot be stored; composing a letter with thousands of marks takes
 * minutes (its cost grows with their square).
 */
export const textProblem = (text: string): string | null => {
  if (text.includes('\u0000') || !text.isWellFormed()) return 'This text holds signs that cannot be kept'
  return tooManyMarks.test(text) ? 'This text has too many marks on one letter' : null
}

/**
 * A name as it is kept: one line, composed (NFC), without control signs, and without those that turn the direction of what follows. It
 * comes into subjects of mails and into other people's sentences, which it must not take apart.
 */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .normalize('NFC')
