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

/** Names of days that no post is planned for. */
const isOfThePast = (header: string): boolean =>
  /creat|updat|modif|edited|erstell|geändert|cré|actualiz/i.test(header)

/** In the order in which they are looked for: an address of a picture is an address too. */
const kinds: readonly (readonly [ImportField, (text: string) => boolean])[] = [
  ['date', isDate],
  ['time', isTime],
  ['networks', isNetworks],
  ['media', isPicture],
  ['link', isAddress],
]

/** Those that are recognized beside names that Galley knows: an address or a text under an unknown name may be for the team alone. */
const kindsBesideNames: ReadonlySet<ImportField> = new Set(['date', 'time', 'networks'])

/**
 * What the columns hold that are not known by their names, by what is in them; where no name is known, the longest of the other texts are
 * the messages.
 */
export const guessByContent = (
  rows: readonly (readonly string[])[],
  headers: readonly string[],
  known: ImportMapping,
): ImportMapping => {
  const texts = headers.map((_, at) => rows.flatMap(cells => (cells[at] ?? '').trim() || []))
  const holds = (at: number, fits: (text: string) => boolean) => {
    const column = texts[at] ?? []
    return column.length > 0 && column.every(fits)
  }
  const hasNames = Object.keys(known).length > 0
  const mapping: Partial<Record<ImportField, number>> = { ...known }
  // "Scheduled Time" is the name of times, and of moments.
  if (mapping.date === undefined && mapping.time !== undefined && holds(mapping.time, isDate)) {
    mapping.date = mapping.time
    delete mapping.time
  }
  const taken = new Set(Object.values(mapping))
  for (const [field, fits] of kinds) {
    if (mapping[field] !== undefined || (hasNames && !kindsBesideNames.has(field))) continue
    const at = headers.findIndex(
      (header, index) => !taken.has(index) && !isOfThePast(header) && holds(index, fits),
    )
    if (at < 0) continue
    mapping[field] = at
    taken.add(at)
  }
  if (hasNames) return mapping
  const lengths = texts.map((column, at) => (taken.has(at) ? 0 : column.join('').length))
  const longest = Math.max(0, ...lengths)
  if (longest > 0) mapping.message = lengths.indexOf(longest)
  return mapping
}
