import type { ImportField, ImportMapping } from './columns.ts'
import { readDate, readTime, readZoned, splitDateTime } from './dates.ts'
import { networkOf } from './profiles.ts'

/** Rows that are enough to see what a column holds. */
export const COLUMNS_GUESSED = 100

const isDate = (text: string): boolean => {
  const { date } = splitDateTime(text)
  return readZoned(text, 'day') !== null || readDate(date, 'day') !== null || readDate(date, 'month') !== null
}
const isTime = (text: string): boolean => readTime(text) !== null
const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text)
const isPicture = (text: string): boolean => /\.(?:jpe?g|png|gif|webp|heic)(?:\?\S*)?$/i.test(text)
const isNetworks = (text: string): boolean => text.split(/[,;|/&\n]+/).every(word => networkOf(word) !== null)

/** Whether a line has what only a post has: a day, a time, an address, a network. Several networks may be the names of columns. */
export const looksLikePost = (cells: readonly string[]): boolean => {
  const texts = cells.flatMap(cell => cell.trim() || [])
  return (
    texts.some(text => isDate(text) || isTime(text) || isAddress(text)) ||
    texts.filter(isNetworks).length === 1
  )
}

/** In the order in which they are looked for: an address of a picture is an address too. */
const kinds: readonly (readonly [ImportField, (text: string) => boolean])[] = [
  ['date', isDate],
  ['time', isTime],
  ['networks', isNetworks],
  ['media', isPicture],
  ['link', isAddress],
]

/** What the columns of a table without names hold, by what is in them; the longest of the other texts are the messages. */
export const guessByContent = (rows: readonly (readonly string[])[], columns: number): ImportMapping => {
  const texts = Array.from({ length: columns }, (_, at) =>
    rows.flatMap(cells => (cells[at] ?? '').trim() || []),
  )
  const mapping: Partial<Record<ImportField, number>> = {}
  const taken = new Set<number>()
  for (const [field, fits] of kinds) {
    const at = texts.findIndex(
      (column, index) => !taken.has(index) && column.length > 0 && column.every(fits),
    )
    if (at < 0) continue
    mapping[field] = at
    taken.add(at)
  }
  const lengths = texts.map((column, at) => (taken.has(at) ? 0 : column.join('').length))
  const longest = Math.max(0, ...lengths)
  if (longest > 0) mapping.message = lengths.indexOf(longest)
  return mapping
}
