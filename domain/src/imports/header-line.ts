import { oneLine } from '#domain/kernel/text.ts'
import { COLUMNS_GUESSED, guessByContent, looksLikePost } from './column-content.ts'
import { guessMapping, type ImportField, type ImportMapping } from './columns.ts'
import { ROWS_MAX } from './limits.ts'

/** A line of a table that is not empty, with its number in the spreadsheet. */
export type TableLine = {
  readonly line: number
  readonly cells: string[]
  /** The addresses behind cells that show something else, by their index. */
  readonly links?: Readonly<Record<string, string>>
}

/** The lines among which that of the headers is looked for and chosen. */
export const HEADER_LINES_MAX = 10

/** The longest header that is kept. */
const HEADER_MAX = 255

type Remembered = Readonly<Partial<Record<ImportField, string>>>

const filled = ({ cells }: TableLine): number => cells.filter(cell => cell.trim() !== '').length

/** Names in two rows, of which the second may stand below the first only where that one has several: the lower row. */
const lastOfNames = (lines: readonly TableLine[], line: number, remembered: Remembered): number => {
  const at = lines.findIndex(one => one.line === line)
  const below = lines[at + 1]
  if (!below || at + 2 >= lines.length || filled(below) < 2 || looksLikePost(below.cells)) return line
  const isNames = Object.keys(guessMapping(below.cells, remembered)).length === filled(below)
  return isNames ? lastOfNames(lines, below.line, remembered) : line
}

/** The names in this line; a column without one has that of the line above, where the names are in two rows. */
const namesAt = (above: readonly TableLine[], header_line: number | null): string[] => {
  const at = above.findIndex(({ line }) => line === header_line)
  const [upper, lower] = [above[at - 1], above[at]]
  if (!lower) return []
  // A title is not a second row of names.
  if (!upper || filled(upper) < 2) return lower.cells
  const columns = Math.max(upper.cells.length, lower.cells.length)
  return Array.from({ length: columns }, (_, index) => {
    const name = lower.cells[index] ?? ''
    return name.trim() === '' ? (upper.cells[index] ?? '') : name
  })
}

/**
 * The line with the names of the columns: of the first ten the one with most names that Galley knows, else the first that is more than
 * a title. Null: the table begins with its first post. (docs/product/imports.md "The row with the names")
 */
export const guessHeaderLine = (lines: readonly TableLine[], remembered: Remembered): number | null => {
  const top = lines.slice(0, HEADER_LINES_MAX)
  const known = ({ cells }: TableLine) =>
    looksLikePost(cells) ? 0 : Object.keys(guessMapping(cells, remembered)).length
  const best = top.reduce<{ line: number | null; names: number }>(
    (found, one) => (known(one) > found.names ? { line: one.line, names: known(one) } : found),
    { line: null, names: 0 },
  )
  if (best.line !== null) return lastOfNames(lines, best.line, remembered)
  const columns = Math.max(0, ...lines.map(filled))
  const first = top.find(line => filled(line) >= Math.min(2, columns))
  // Unknown names without a row below them are no names.
  return first && first !== lines.at(-1) && !looksLikePost(first.cells) ? first.line : null
}

/** A table that was divided into the names of its columns, what stands above its posts, and its posts. */
export type DividedTable = {
  readonly header_line: number | null
  readonly headers: string[]
  /** Down to the headers. */
  readonly above: TableLine[]
  readonly rows: TableLine[]
}

/** Divides a table at the line of its headers, or says in words why that is not possible. */
export const divideTable = (
  lines: readonly TableLine[],
  header_line: number | null,
): DividedTable | { readonly problem: string } => {
  const rows = lines.filter(({ line }) => line > (header_line ?? 0))
  const above = lines.filter(({ line }) => line <= (header_line ?? 0))
  if (rows.length === 0) return { problem: 'The file has column names but no rows.' }
  if (rows.length > ROWS_MAX)
    return { problem: `An import has at most ${ROWS_MAX} rows. Divide the file into smaller ones.` }
  const names = namesAt(above, header_line)
  const columns = Math.max(names.length, ...rows.map(({ cells }) => cells.length))
  const headers = Array.from({ length: columns }, (_, at) =>
    oneLine(names[at] ?? '')
      .slice(0, HEADER_MAX)
      .toWellFormed(),
  )
  return { header_line, headers, above, rows }
}

/** What the columns hold: by their names, and where something is not known by name, by what they hold. */
export const guessColumns = ({ headers, rows }: DividedTable, remembered: Remembered): ImportMapping =>
  guessByContent(
    rows.slice(0, COLUMNS_GUESSED).map(({ cells }) => cells),
    headers,
    guessMapping(headers, remembered),
  )
