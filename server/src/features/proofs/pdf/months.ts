import { monthGrid } from '#domain/kernel/days.ts'
import { instantIn } from '#domain/kernel/languages/dates.ts'
import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { localeOf } from '#domain/kernel/languages/words.ts'
import { readInstant, wallClock } from '#domain/kernel/time.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { ProofPost, SharedProof } from '#domain/proofs/model.ts'
import { standingWords } from '#domain/proofs/standing.ts'
import {
  colours,
  decorate,
  heightOf,
  keepTogether,
  type Sheet,
  type Style,
  type Tag,
  tagged,
  write,
} from '#server/platform/pdf/sheet.ts'
import type { Drawing } from './drawing.ts'
import { drawInto, oneAhead, type Picture } from './gallery.ts'
import { pathOf, standingColour } from './post-cards.ts'
import { writeWhole } from './whole-text.ts'

const PAD = 4
const PICTURE = 24
const ROW_LEAST = 30
const HEAD = 16
/** What a day shows at most; the posts below have all. */
const ENTRIES_MAX = 8
/** More than two lines hold. */
const TEXT_SIGNS = 80

const headStyle: Style = { size: 7.5, weight: 'semibold', colour: colours.muted }
const numberStyle: Style = { size: 7.5, weight: 'semibold' }
const timeStyle: Style = { size: 7, weight: 'semibold', lineGap: 0 }
const factsStyle = (colour: string): Style => ({ size: 6.5, colour, lineGap: 0 })
const textStyle: Style = { size: 7, lineGap: 0 }

type Dated = { readonly post: ProofPost; readonly day: string; readonly time: string }
type Placed = { readonly day: string; readonly x: number; readonly width: number }

export const hasDates = ({ posts }: SharedProof): boolean =>
  posts.some(({ scheduled_at }) => scheduled_at !== null)

const inWords = (day: string, language: ClientLanguage, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** The calendars of the months that have posts; what has no date stands below only. */
export const writeMonths = async (drawing: Drawing): Promise<void> => {
  const { proof, language, sheet } = drawing
  const clock = wallClock(proof.timezone)
  const dated = proof.posts.flatMap(({ scheduled_at, ...post }): Dated[] => {
    if (scheduled_at === null) return []
    const instant = readInstant(scheduled_at)
    const time = instantIn(language, instant, proof.timezone, 'time')
    return [{ post: { ...post, scheduled_at }, day: clock(instant).date, time }]
  })
  const byMonth = Map.groupBy(dated, ({ day }) => day.slice(0, 7))
  let isFirst = true
  for (const [month, entries] of byMonth) {
    if (!isFirst) sheet.doc.y += 18
    isFirst = false
    await writeMonth(
      drawing,
      month,
      Map.groupBy(entries, ({ day }) => day),
    )
  }
}

type Days = ReadonlyMap<string, readonly Dated[]>

const writeMonth = async (drawing: Drawing, month: string, days: Days): Promise<void> => {
  const { sheet, language, gallery } = drawing
  const { doc, body, left } = sheet
  const weeks = monthGrid(`${month}-01`)
  const width = sheet.width / 7
  keepTogether(sheet, 24 + HEAD + ROW_LEAST + PICTURE)
  const section = doc.struct('Sect')
  body.add(section)
  const name = inWords(`${month}-01`, language, { month: 'long', year: 'numeric' })
  section.add(
    tagged(sheet, 'H2', () =>
      write(sheet, name, { size: 13, weight: 'semibold' }, { x: left, y: doc.y, width: sheet.width }),
    ),
  )
  doc.y += 5
  const table = doc.struct('Table')
  section.add(table)
  const heads = (weeks[0] ?? []).map(day => inWords(day, language, { weekday: 'short' }))
  writeHeads(sheet, heads, table)
  const picturesOf = async (week: readonly string[]) => {
    const shown = week.flatMap(day => (days.get(day) ?? []).slice(0, ENTRIES_MAX))
    const found = new Map<number, Picture>()
    for (const { post } of shown) {
      const path = post.versions.flatMap(({ attachments }) => attachments).map(pathOf)
      const address = path.find(each => each !== null)
      const picture = address ? await gallery(address) : null
      if (picture) found.set(post.id, picture)
    }
    return found
  }
  for await (const [week, pictures] of oneAhead(weeks, picturesOf)) {
    const placed = week.map((day, index) => ({ day, x: left + index * width, width }))
    const isInside = ({ day }: Placed) => day.startsWith(month)
    writeWeek({ ...drawing, days, pictures, heads, table }, placed, isInside)
  }
  table.end()
  section.end()
}

/** The line of the weekdays; it is repeated on every page, and read out once. */
const writeHeads = (sheet: Sheet, heads: readonly string[], table: Tag | null): void => {
  const { doc, left } = sheet
  const { y } = doc
  const width = sheet.width / 7
  decorate(sheet, () => doc.rect(left, y, sheet.width, HEAD).fill(colours.sunken))
  const head = (text: string, index: number) => () =>
    write(sheet, text, headStyle, { x: left + index * width + PAD, y: y + PAD, width: width - PAD, lines: 1 })
  if (table) {
    const cells = heads.map((text, index) => tagged(sheet, 'TH', head(text, index), { scope: 'Column' }))
    table.add(tagged(sheet, 'TR', cells))
  } else
    decorate(sheet, () => {
      for (const [index, text] of heads.entries()) head(text, index)()
    })
  doc.y = y + HEAD
}

type Week = Drawing & {
  readonly days: Days
  readonly pictures: ReadonlyMap<number, Picture>
  readonly heads: readonly string[]
  readonly table: Tag
}

const writeWeek = (week: Week, placed: readonly Placed[], isInside: (place: Placed) => boolean): void => {
  const { sheet, days, table, heads } = week
  const { doc } = sheet
  const entries = placed.map(place => (days.get(place.day) ?? []).map(dated => layEntry(week, dated, place)))
  const heights = entries.map(
    day => day.slice(0, ENTRIES_MAX).reduce((sum, { height }) => sum + height, 0) + restHeight(day.length),
  )
  const height = Math.max(ROW_LEAST, 14 + Math.max(...heights) + PAD)
  if (keepTogether(sheet, height)) writeHeads(sheet, heads, null)
  const { y } = doc
  const cells = placed.map((place, index) =>
    isInside(place) ? writeDay(week, place, entries[index] ?? [], y) : [],
  )
  table.add(
    tagged(
      sheet,
      'TR',
      cells.map(cell => tagged(sheet, 'TD', cell)),
    ),
  )
  decorate(sheet, () => {
    doc.lineWidth(0.5)
    for (const { x, width } of placed) doc.rect(x, y, width, height).stroke(colours.rule)
  })
  doc.y = y + height
}

const restHeight = (count: number): number => (count > ENTRIES_MAX ? 10 : 0)

type Entry = {
  readonly height: number
  readonly decorate: (y: number) => void
  readonly write: (y: number) => void
}

const writeDay = ({ sheet }: Week, { day, x, width }: Placed, entries: readonly Entry[], y: number) => {
  const number = tagged(sheet, 'P', () =>
    write(sheet, String(Number(day.slice(8))), numberStyle, { x: x + PAD, y: y + PAD, width: width - PAD }),
  )
  let top = y + 14
  const shown = entries.slice(0, ENTRIES_MAX).map(entry => {
    const own = top
    top += entry.height
    decorate(sheet, () => entry.decorate(own))
    return tagged(sheet, 'P', () => entry.write(own))
  })
  const left = entries.length - shown.length
  // Not made for nothing: an element that is in no other keeps the document open.
  const rest = () =>
    tagged(sheet, 'P', () =>
      write(sheet, `+${left}`, factsStyle(colours.muted), { x: x + PAD, y: top, width: width - PAD }),
    )
  return [number, ...shown, ...(left > 0 ? [rest()] : [])]
}

/** A post in the cell of its day: time, networks and standing, the beginning of its text, and its first picture. */
const layEntry = (week: Week, { post, time }: Dated, { x, width }: Placed): Entry => {
  const { sheet, pictures, words } = week
  const { doc } = sheet
  const picture = pictures.get(post.id) ?? null
  const [first] = post.versions
  const standing = first?.standing ?? 'in_preparation'
  const names = post.versions.map(({ social_network }) => networkNames[social_network]).join(', ')
  const text = [...(first?.message.trim().split('\n')[0] ?? '')].slice(0, TEXT_SIGNS).join('')
  const left = x + PAD + 4 + (picture ? PICTURE + 3 : 0)
  const inner = x + width - PAD - left
  const facts = `${words.say(standingWords[standing])} · ${names}`
  const colour = standingColour(sheet, standing)
  const [timeHeight, factsHeight, textHeight] = [
    heightOf(sheet, time, timeStyle, inner, 1),
    heightOf(sheet, facts, factsStyle(colour), inner, 2),
    text === '' ? 0 : heightOf(sheet, text, textStyle, inner, 2),
  ]
  const height = Math.max(timeHeight + factsHeight + textHeight, picture ? PICTURE : 0)
  return {
    height: height + PAD,
    decorate: y => {
      doc.rect(x + PAD, y, 2, height).fill(colour)
      if (!picture) return
      drawInto(sheet, picture, { x: x + PAD + 4, y, width: PICTURE, height: PICTURE }, 'cover', 2)
    },
    write: y => {
      const place = (top: number, lines: number) => ({ x: left, y: top, width: inner, lines })
      write(sheet, time, timeStyle, place(y, 1))
      write(sheet, facts, factsStyle(colour), place(y + timeHeight, 2))
      if (text !== '') writeWhole(sheet, text, textStyle, place(y + timeHeight + factsHeight, 2))
    },
  }
}
