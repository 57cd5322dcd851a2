import { saveFile } from '#web/ui/save-file.ts'

/** A cell of a table as a file: quoted, and never a formula when a spreadsheet opens it. */
const cellOf = (text: string): string => {
  const safe = /^(?:[=+@\t\r]|-(?!\d))/.test(text) ? `'${text}` : text
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Offers the table as a file to save. The mark at its start lets spreadsheets recognize UTF-8. */
export const downloadTable = (name: string, rows: readonly (readonly string[])[]): void =>
  saveFile(name, `\ufeff${rows.map(row => row.map(cellOf).join(',')).join('\r\n')}`)
