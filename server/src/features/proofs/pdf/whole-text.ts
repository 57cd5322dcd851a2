import { type Sheet, type Style, write } from '#server/platform/pdf/sheet.ts'

/** Stands for a line of which nothing can be printed. */
const MISSING = '…'

/**
 * Writes a text in the signs that can be printed, and has the text itself beneath where these are not all of it: for screen readers, for
 * searching and for copying.
 */
export const writeWhole = (
  sheet: Sheet,
  text: string,
  style: Style,
  place: Parameters<typeof write>[3],
): void => {
  const { doc } = sheet
  const printed = sheet.clean(text)
  const isWhole = printed === text.trimEnd()
  if (!isWhole) doc.markContent('Span', { actual: text })
  write(sheet, printed.trim() === '' ? MISSING : printed, style, place)
  if (!isWhole) doc.endMarkedContent()
}
