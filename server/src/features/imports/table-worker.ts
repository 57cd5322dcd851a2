import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/universal'
import { headersProblem } from '#domain/imports/columns.ts'
import { guessEncoding, type TableEncoding } from '#domain/imports/encodings.ts'
import { IMPORT_BYTES_MAX, ROWS_MAX } from '#domain/imports/limits.ts'
import { sheetText } from '#domain/imports/sheet-text.ts'
import { plainLines } from '#domain/kernel/text.ts'
import { isRoomyWorkbook } from './workbook-size.ts'

// The thread of `readTable`: whatever a file does to it, everybody else's calls go on.

/** A table as it was sent. `line`: the row's number in the spreadsheet, where the headers are in row 1. */
export type Table = {
  readonly encoding: string
  readonly headers: string[]
  readonly rows: readonly { readonly line: number; readonly cells: string[] }[]
}

/** What the thread is given. Without an encoding, that of a text is recognized. */
export type TableFile = { readonly path: string; readonly encoding: TableEncoding | null }

/** Why a file is not taken, in words. */
export type Unreadable = { readonly problem: string }

const COLUMNS_MAX = 200
/** Of one cell: more than any network takes. */
const LONGEST_CELL = 100_000

const notATable = {
  problem: 'This file could not be read as a table. Save it as CSV (UTF-8) or XLSX and try again.',
}

const isXlsx = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

/** The workbooks of old Excel versions: they would be read as unreadable signs otherwise. */
const isXls = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('d0cf11e0', 'hex'))

/** The first sheet of a workbook or a text with separated values. (docs/product/imports.md "Files") */
const parseTable = async (bytes: Buffer, encoding: TableEncoding | null): Promise<Table | Unreadable> => {
  if (bytes.length === 0) return { problem: 'The file is empty.' }
  if (isXls(bytes))
    return { problem: 'This is a workbook of an old Excel version. Save it as XLSX and try again.' }
  if (isXlsx(bytes)) {
    const lines = await readWorkbook(bytes)
    return lines ? toTable('XLSX', lines) : notATable
  }
  const text = encoding === null ? decode(bytes) : decodeAs(bytes, encoding)
  if (!text) return notATable
  const lines = readLines(text.text)
  return lines ? toTable(text.encoding, lines) : notATable
}

const readWorkbook = async (bytes: Buffer): Promise<string[][] | null> => {
  if (!isRoomyWorkbook(bytes)) return null
  try {
    const rows = await readSheet(new Uint8Array(bytes).buffer)
    return rows.map(row => row.map(sheetText))
  } catch {
    // The library throws for everything that is not a workbook; the person is told the same for all of it.
    return null
  }
}

type Text = { readonly encoding: TableEncoding; readonly text: string }

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
  try {
    return { encoding: 'UTF-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return decodeAs(
      bytes,
      guessEncoding(encoding => decodeAs(bytes, encoding).text),
    )
  }
}

const delimiters = [',', ';', '\t', '|'] as const

/** The one that the headers have most often, outside of quotes. */
const delimiterOf = (text: string): string => {
  const head = (text.split(/\r\n|\n|\r/, 1)[0] ?? '').replace(/"[^"]*"/g, '')
  const count = (delimiter: string) => head.split(delimiter).length
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** The line by which Excel is told the delimiter, which it does not show either. */
const delimiterLine = /^sep=(.)\r?\n/i

const readLines = (text: string): string[][] | null => {
  const [line = '', said] = delimiterLine.exec(text) ?? []
  const lines = text.slice(line.length)
  try {
    return parse(lines, {
      delimiter: said ?? delimiterOf(lines),
      relax_column_count: true,
      // One more than may be imported and the headers: enough to say that there are too many, with room for empty lines.
      to: ROWS_MAX * 2,
    })
  } catch {
    // A quote that is never closed, for example.
    return null
  }
}

const isEmpty = (cells: readonly string[]): boolean => cells.every(cell => cell.trim() === '')

const toTable = (encoding: string, lines: readonly string[][]): Table | Unreadable => {
  const [head, ...rest] = lines
  if (!head || isEmpty(head)) return { problem: 'The first row must have the names of the columns.' }
  const headers = head.map(header => plainLines(header).trim().slice(0, 255).toWellFormed())
  const problem = headersProblem(headers)
  if (problem) return { problem }
  const rows = rest.map((cells, index) => ({ line: index + 2, cells })).filter(({ cells }) => !isEmpty(cells))
  if (rows.length === 0) return { problem: 'The file has column names but no rows.' }
  if (rows.length > ROWS_MAX)
    return { problem: `An import has at most ${ROWS_MAX} rows. Divide the file into smaller ones.` }
  if (
    headers.length > COLUMNS_MAX ||
    rows.some(({ cells }) => cells.some(cell => cell.length > LONGEST_CELL))
  )
    return notATable
  // What stands right of the last header belongs to no column.
  const named = rows.map(row => ({ ...row, cells: row.cells.slice(0, headers.length) }))
  // A workbook stores a text once, however many cells show it.
  const length = named.reduce((sum, { cells }) => cells.reduce((all, cell) => all + cell.length, sum), 0)
  if (length > IMPORT_BYTES_MAX)
    return { problem: 'This table has too much text. Divide it into smaller ones.' }
  // Control characters, and half characters, which the database cannot store.
  return {
    encoding,
    headers,
    rows: named.map(row => ({
      ...row,
      cells: row.cells.map(cell => plainLines(cell).toWellFormed()),
    })),
  }
}

const { path, encoding } = workerData as TableFile
parentPort?.postMessage(await parseTable(await readFile(path), encoding))
