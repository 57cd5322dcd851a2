import { elementsIn, sheetPath, sheetsIn, type WorkbookFiles } from './sheet-links.ts'

/** What a sheet does not show, by the numbers of its rows and the indexes of its columns. */
export type HiddenParts = { readonly rows: ReadonlySet<number>; readonly columns: ReadonlySet<number> }

/** More than a sheet of Excel has: a range of columns may name any number. */
const COLUMNS_MAX = 16_384

const isYes = (value: string | undefined): boolean => value === '1' || value === 'true'
const isNothing = (size: string | undefined): boolean => size !== undefined && Number(size) === 0

/** Hidden by hand, by a filter or in a collapsed group, which files say in the same way, or made so low or narrow that nothing is seen. */
export const readHiddenParts = (files: WorkbookFiles, name: string): HiddenParts => {
  const xml = files.get(sheetPath(files, name) ?? '') ?? ''
  const rows = new Set<number>()
  let line = 0
  for (const row of elementsIn(xml, 'row')) {
    // A row without a number follows the one before it.
    line = Number(row.get('r') ?? line + 1)
    if (isYes(row.get('hidden')) || isNothing(row.get('ht'))) rows.add(line)
  }
  const columns = new Set<number>()
  for (const range of elementsIn(xml, 'col')) {
    if (!isYes(range.get('hidden')) && !isNothing(range.get('width'))) continue
    const last = Math.min(Number(range.get('max')), COLUMNS_MAX)
    for (let column = Number(range.get('min')); column <= last; column += 1) columns.add(column - 1)
  }
  return { rows, columns }
}

/** The names of the sheets that the workbook does not show, also those that only a program can show again. */
export const hiddenSheetsIn = (files: WorkbookFiles): string[] =>
  sheetsIn(files).flatMap(sheet =>
    ['hidden', 'veryHidden'].includes(sheet.get('state') ?? '') ? [sheet.get('name') ?? ''] : [],
  )
