import { isAscii, isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { CsvError, parse } from 'csv-parse/sync'
import readXlsxFile, { type Sheet } from 'read-excel-file/universal'
import { followLinks, type Place } from '#domain/imports/cell-formula.ts'
import { guessMapping } from '#domain/imports/columns.ts'
import type { HiddenInTable } from '#domain/imports/contract.ts'
import { DAYS_TO_1904 } from '#domain/imports/dates.ts'
import { guessEncoding, type TableEncoding } from '#domain/imports/encodings.ts'
import { HEADER_LINES_MAX, type TableLine } from '#domain/imports/header-line.ts'
import { IMPORT_BYTES_MAX, ROWS_MAX } from '#domain/imports/limits.ts'
import { sheetText } from '#domain/imports/sheet-text.ts'
import { hiddenSheetsIn, readHiddenParts } from './hidden-parts.ts'
import { notATable, type Unreadable } from './not-a-table.ts'
import { readSheetLinks, readWorkbookFiles, type SheetLinks, type WorkbookFiles } from './sheet-links.ts'
import { isRoomyWorkbook } from './workbook-size.ts'

// The thread of `readTable`: whatever a file does to it, everybody else's calls go on.

/** The lines of a table that are not empty, headers and all. */
export type Table = {
  readonly encoding: string
  readonly lines: readonly TableLine[]
  /** Of a workbook. */
  readonly sheet: string | null
  readonly sheets: readonly string[]
  readonly isFrom1904: boolean
  /** What the workbook does not show; null: it shows all, or is a text. */
  readonly hidden: HiddenInTable | null
}

/** What the thread is given. Without an encoding, that of a text is recognized. */
export type TableFile = {
  readonly path: string
  readonly encoding: TableEncoding | null
  readonly sheet: string | null
  /** Whether rows that the sheet does not show are read. */
  readonly withHiddenRows: boolean
}

const COLUMNS_MAX = 200
/** With the empty ones, of which a sheet may have thousands between its posts. */
const LINES_MAX = 20_000
/** Of one cell: more than any network takes. */
const LONGEST_CELL = 100_000

const isXlsx = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

/** The workbooks of old Excel versions: they would be read as unreadable signs otherwise. */
const isXls = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('d0cf11e0', 'hex'))

/** A sheet of a workbook or a text with separated values. (docs/product/imports.md "Files") */
const parseTable = async (bytes: Buffer, { encoding, ...choice }: TableFile): Promise<Table | Unreadable> => {
  if (bytes.length === 0) return { problem: 'The file is empty.' }
  if (isXls(bytes))
    return { problem: 'This is a workbook of an old Excel version. Save it as XLSX and try again.' }
  if (isXlsx(bytes)) return parseWorkbook(bytes, choice)
  const text = encoding === null ? decode(bytes) : decodeAs(bytes, encoding)
  if (!text) return notATable
  const cells = readLines(text.text)
  const lines = 'problem' in cells ? cells : toLines(cells)
  if ('problem' in lines) return lines
  return { encoding: text.encoding, lines, sheet: null, sheets: [], isFrom1904: false, hidden: null }
}

type Choice = Pick<TableFile, 'sheet' | 'withHiddenRows'>

const parseWorkbook = async (
  bytes: Buffer,
  { sheet: requested, withHiddenRows }: Choice,
): Promise<Table | Unreadable> => {
  const found = await readWorkbook(bytes)
  if (!found) return notATable
  const sheets = found.map(({ sheet }) => sheet.toWellFormed())
  const named = requested === null ? null : found.find(({ sheet }) => sheet.toWellFormed() === requested)
  if (named === undefined) return { problem: `There is no sheet "${requested}" in this workbook.` }
  const files = await readWorkbookFiles(bytes)
  const chosen = named ?? firstShownTable(found, hiddenSheetsIn(files))
  if (!chosen) return { problem: 'The file is empty.' }
  const from1904 = readFrom1904(files)
  const texts = chosen.data.map(row => row.map(cell => sheetText(withDaysFrom1904(cell, from1904))))
  const links = readSheetLinks(files, chosen.sheet, ({ line, index }) => texts[line - 1]?.[index] ?? '')
  const all = toLines(texts, links)
  if ('problem' in all) return all
  const hidden = hiddenAmong(all, files, chosen.sheet, withHiddenRows)
  const lines = withHiddenRows ? all : all.filter(({ line }) => !hidden.lines.has(line))
  if (lines.length === 0)
    return {
      problem: 'All rows of this sheet are hidden. Show those that are posts, save it, and try again.',
    }
  const sheet = chosen.sheet.toWellFormed()
  const isFrom1904 = from1904 !== null
  return { encoding: 'XLSX', lines, sheet, sheets, isFrom1904, hidden: hidden.said }
}

/** Which of these lines the sheet hides, and what is told of it. Columns count where a line has something in them. */
const hiddenAmong = (
  lines: readonly TableLine[],
  files: WorkbookFiles,
  name: string,
  areRowsRead: boolean,
): { lines: ReadonlySet<number>; said: HiddenInTable | null } => {
  const parts = readHiddenParts(files, name)
  const hidden = new Set(lines.flatMap(({ line }) => (parts.rows.has(line) ? [line] : [])))
  const columns = [...parts.columns].filter(at => lines.some(({ cells }) => (cells[at] ?? '').trim() !== ''))
  const sheets = hiddenSheetsIn(files).map(sheet => sheet.toWellFormed())
  const isAny = hidden.size > 0 || columns.length > 0 || sheets.length > 0
  const said = { rows: hidden.size, are_rows_imported: areRowsRead, columns, sheets }
  return { lines: hidden, said: isAny ? said : null }
}

/** How a workbook says that it counts its days from 1904, as Excel on a Mac once did: `1`, as Excel writes it, or `true`. */
type From1904 = '1' | 'true'

/** Read from the workbook itself: what reads its cells does not tell. */
const readFrom1904 = (files: WorkbookFiles): From1904 | null => {
  const xml = files.get('xl/workbook.xml') ?? ''
  const [, said] = /<(?:\w+:)?workbookPr\b[^>]*\bdate1904\s*=\s*["'](1|true)["']/.exec(xml) ?? []
  return said === '1' || said === 'true' ? said : null
}

const DAYS_TO_1904_MS = DAYS_TO_1904 * 86_400_000

/** What reads the cells does not know `true`: its days are counted from 1900. */
const withDaysFrom1904 = (value: unknown, from1904: From1904 | null): unknown =>
  from1904 === 'true' && value instanceof Date ? new Date(value.getTime() + DAYS_TO_1904_MS) : value

/** One that is hidden is read by itself only where no other has anything. */
const firstShownTable = (sheets: readonly Sheet[], hidden: readonly string[]): Sheet | undefined =>
  firstTable(sheets.filter(({ sheet }) => !hidden.includes(sheet))) ?? firstTable(sheets)

/** The first sheet with names of columns that Galley knows, since a cover or instructions may stand before it; else the first that is not empty. */
const firstTable = (sheets: readonly Sheet[]): Sheet | undefined =>
  sheets.find(({ data }) =>
    data
      .slice(0, HEADER_LINES_MAX)
      .some(row => Object.keys(guessMapping(row.map(sheetText))).length >= KNOWN_NAMES),
  ) ?? sheets.find(({ data }) => data.length > 0)

const KNOWN_NAMES = 2

const readWorkbook = async (bytes: Buffer): Promise<Sheet[] | null> => {
  if (!isRoomyWorkbook(bytes)) return null
  try {
    return await readXlsxFile(new Uint8Array(bytes).buffer)
  } catch {
    // The library throws for everything that is not a workbook; the person is told the same for all of it.
    return null
  }
}

/** The encoding is one that an upload can name, or says of a mixed file which two it has. */
type Text = { readonly encoding: string; readonly text: string }

const decodeAs = (bytes: Buffer, encoding: TableEncoding): Text => ({
  encoding,
  text: new TextDecoder(encoding).decode(bytes),
})

/** By its mark, else UTF-8 if it is valid, else by what its words look like. Null: not a text. */
const decode = (bytes: Buffer): Text | null => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodeAs(bytes, 'UTF-16')
  if (first === 0xfe && second === 0xff) return decodeAs(bytes, 'UTF-16BE')
  if (bytes.includes(0)) return null
  if (isUtf8(bytes)) return decodeAs(bytes, 'UTF-8')
  const lines = linesOf(bytes)
  const isMixed = lines.some(line => isUtf8(line) && !isAscii(line))
  const others = isMixed ? Buffer.concat(lines.filter(line => !isUtf8(line))) : bytes
  const encoding = guessEncoding(guess => decodeAs(others, guess).text)
  if (!isMixed) return decodeAs(bytes, encoding)
  const text = lines.map(line => decodeAs(line, isUtf8(line) ? 'UTF-8' : encoding).text).join('')
  return { encoding: `UTF-8, in part ${encoding}`, text }
}

const LINE_END = 0x0a

/** With their ends: lines that were pasted from another file are in its encoding. */
const linesOf = (bytes: Buffer): Buffer[] => {
  const lines: Buffer[] = []
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_END, from)
    const next = end < 0 ? bytes.length : end + 1
    lines.push(bytes.subarray(from, next))
    from = next
  }
  return lines
}

const delimiters = [',', ';', '\t', '|'] as const

/** From where a cell begins, since a quotation mark in the middle of one opens nothing; two in a row are one of the text. */
const QUOTED_CELL = /(?<=^|[,;\t|\r\n])"(?:[^"]|"")*"/g

const HEAD_CHARACTERS = 100_000
const HEAD_LINES = 20
const headOf = (text: string): string[] => text.slice(0, HEAD_CHARACTERS).split(/\r\n|\n|\r/, HEAD_LINES)

/** How many names of columns that Galley knows a line has at most when it is divided so. */
const namesBy = (delimiter: string, head: readonly string[]): number =>
  Math.max(
    ...head.map(line => {
      const names = line.split(delimiter).map(cell => cell.replaceAll('"', ''))
      return Object.keys(guessMapping(names)).length
    }),
  )

/**
 * The one that divides a line into names of columns; else the one that most of the first lines have equally often, outside of quotes: a title
 * has none, and texts have commas here and there, as dates may in every line.
 */
const delimiterOf = (text: string): string => {
  const plain = headOf(text.slice(0, HEAD_CHARACTERS).replace(QUOTED_CELL, ''))
  const weigh = (delimiter: string): number => {
    const counts = plain.map(line => line.split(delimiter).length - 1).filter(count => count > 0)
    const times = (count: number) => counts.filter(one => one === count).length
    return Math.max(0, ...counts.map(count => times(count) * 1000 + Math.min(count, 999)))
  }
  const head = headOf(text)
  const named = (delimiter: string) => {
    const names = namesBy(delimiter, head)
    return names >= KNOWN_NAMES ? names : 0
  }
  const weights = delimiters.map(delimiter => ({
    delimiter,
    weight: named(delimiter) * 1e6 + weigh(delimiter),
  }))
  return weights.reduce((best, one) => (one.weight > best.weight ? one : best)).delimiter
}

/** The line that gives Excel the delimiter, which it does not show either. */
const delimiterLine = /^sep=(.)\r?\n/i

/** Lines and cells; a quotation mark in the middle of a cell is one of its text, as in 12" pizza. */
const readLines = (text: string): string[][] | Unreadable => {
  const [line = '', said] = delimiterLine.exec(text) ?? []
  const lines = text.slice(line.length)
  try {
    return parse(lines, {
      delimiter: said ?? delimiterOf(lines),
      relax_column_count: true,
      relax_quotes: true,
      to: LINES_MAX,
    })
  } catch (error) {
    const opened = error instanceof CsvError && /opening quote at line (\d+)/.exec(error.message)?.[1]
    // The line of Excel's delimiter counts as well.
    const row = Number(opened) + (line === '' ? 0 : 1)
    return opened ? neverClosed(row) : notATable
  }
}

const neverClosed = (row: number): Unreadable => ({
  problem: `A quotation mark (") that begins in line ${row} of the file is never closed. Close or delete it, and try again.`,
})

/** A zero and half characters cannot be stored; other control characters are taken out when the row is checked, which says so. */
const storable = (cell: string): string => cell.replaceAll('\u0000', '\u0001').toWellFormed()

const withoutEmptyEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex(cell => cell.trim() !== '') + 1)

const toLines = (
  table: readonly (readonly string[])[],
  links: SheetLinks = new Map(),
): TableLine[] | Unreadable => {
  const lines = table
    .map((cells, index) => ({ line: index + 1, cells: withoutEmptyEnd(cells) }))
    .filter(({ cells }) => cells.length > 0)
  if (lines.length === 0) return { problem: 'The file is empty.' }
  if (table.length >= LINES_MAX || lines.length > ROWS_MAX + HEADER_LINES_MAX)
    return { problem: `An import has at most ${ROWS_MAX} rows. Divide the file into smaller ones.` }
  const wide = lines.find(({ cells }) => cells.length > COLUMNS_MAX)
  if (wide)
    return {
      problem: `Row ${wide.line} has ${wide.cells.length} columns, and an import takes ${COLUMNS_MAX}. Delete the columns that no post needs.`,
    }
  if (lines.some(({ cells }) => cells.some(cell => cell.length > LONGEST_CELL))) return notATable
  // A workbook stores a text once, however many cells show it.
  const length = lines.reduce((sum, { cells }) => cells.reduce((all, cell) => all + cell.length, sum), 0)
  if (length > IMPORT_BYTES_MAX)
    return { problem: 'This table has too much text. Divide it into smaller ones.' }
  return withFormulas(
    lines.map(({ line, cells }) => ({ line, cells: cells.map(storable) })),
    links,
  )
}

/** A formula that a text file has as it was typed, as in `=HYPERLINK("https://…";"Menu")`, is read as what it would show. */
const withFormulas = (lines: readonly TableLine[], links: SheetLinks): TableLine[] => {
  const byLine = new Map(lines.map(({ line, cells }) => [line, cells]))
  const textAt = ({ line, index }: Place) => byLine.get(line)?.[index] ?? ''
  const formulaAt = (place: Place) => /^=(.*)/s.exec(textAt(place))?.[1]
  const follow = followLinks({ textAt, formulaAt, linkAt: ({ line, index }) => links.get(line)?.[index] })
  return lines.map(({ line, cells }) => {
    const shown = cells.map((cell, index) => (cell.startsWith('=') ? follow({ line, index }) : null))
    const typed = shown.flatMap((cell, index) => (cell?.address ? [[index, cell.address] as const] : []))
    const all = { ...links.get(line), ...Object.fromEntries(typed) }
    const texts = cells.map((cell, index) => shown[index]?.label ?? cell)
    return { line, cells: texts, ...(Object.keys(all).length > 0 && { links: all }) }
  })
}

const file = workerData as TableFile
parentPort?.postMessage(await parseTable(await readFile(file.path), file))
