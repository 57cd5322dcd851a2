import { plainLines } from './text.ts'

/**
 * Spreadsheets run a cell that begins with one of these as a formula, where Japanese is written also with the wide ones. An apostrophe of
 * the text itself is marked too, so that only the mark is taken away.
 */
const RUN = /^'*[=+\-@＝＋－＠\t\r\n]/

/** The text of a cell that export has marked. (docs/product/imports.md "Formulas") */
export const withoutMark = (text: string): string =>
  text.startsWith("'") && RUN.test(text) ? text.slice(1) : text

/** A cell of a CSV file: nothing in it is run by a spreadsheet, and import gives back what was written. (docs/product/imports.md "Formulas") */
const cellText = (text: string | number): string => {
  if (typeof text === 'number') return String(text)
  const plain = plainLines(text)
  const safe = RUN.test(plain) ? `'${plain}` : plain
  return /[",;\r\n\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of a CSV file, for one that is written in pieces. Numbers are no formulas, even below 0. */
export const rowsText = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map(row => `${row.map(cellText).join(',')}\r\n`).join('')

/** Rows as a CSV file in UTF-8, with the mark by which spreadsheets recognize that. */
export const tableText = (rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${rowsText(rows)}`
