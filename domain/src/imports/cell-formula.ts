/** What a cell with a formula shows, and where it leads; `label` null: it shows a picture, or says nothing of its own. */
export type LinkedCell = { readonly label: string | null; readonly address: string }

/** Texts in quotation marks, which are doubled within them. Excel writes commas; Google Sheets of many countries semicolons. */
const linking =
  /^\s*(?:_xlfn\.)?(?:HYPERLINK\s*\(\s*"((?:[^"]|"")*)"\s*(?:[,;]\s*(?:"((?:[^"]|"")*)")?[^)]*)?|IMAGE\s*\(\s*"((?:[^"]|"")*)"[^)]*)\)\s*$/i

/** The only addresses that a row can have; a mail address or a place within the workbook is none. */
export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text)

/** Reads `HYPERLINK("…","…")` and `IMAGE("…")` without their equals sign. Null: another formula, or one that needs other cells. */
export const readLinkFormula = (formula: string): LinkedCell | null => {
  const [, target, label, picture] = linking.exec(formula) ?? []
  const address = (target ?? picture)?.replaceAll('""', '"').trim()
  if (address === undefined || !isWebAddress(address)) return null
  return { label: label?.replaceAll('""', '"') ?? null, address }
}
