import { addDays, daysBetween, eachDay } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { DayLabel } from '#domain/labels/model.ts'

/** A label on its days; both ends are included. */
export const labelsOn = (labels: readonly DayLabel[], date: LocalDate): DayLabel[] =>
  labels.filter(({ start_at, end_at }) => start_at <= date && date <= end_at)

/** The most rows of labels on a day: two bars, and one that is the last bar or counts the rest. */
const labelRows = 3

/** A part of a label, or all of it: consecutive days on which it is in the same row, both ends included. */
export type LabelBar = {
  readonly label: DayLabel
  readonly start: LocalDate
  readonly end: LocalDate
  /** From the top of the day, 0 first. */
  readonly row: number
}

/** The bars that a grid of days has room for, and by day the labels it has none for. */
export type FittingLabels = {
  readonly bars: readonly LabelBar[]
  readonly hidden: ReadonlyMap<LocalDate, readonly DayLabel[]>
}

/**
 * Fits labels into the rows of a grid, so that a day's posts stay visible no matter how many labels it has. The rows of each day are filled from the
 * top, the earliest and longest label first: a label moves up where the one above it has ended, so that no post can be between two
 * labels.
 */
export const fitLabels = (labels: readonly DayLabel[]): FittingLabels => {
  const byDay = new Map<LocalDate, DayLabel[]>()
  for (const label of labels.toSorted(byStartAndLength))
    for (const date of eachDay({ start: label.start_at, end: label.end_at }))
      byDay.set(date, [...(byDay.get(date) ?? []), label])
  const bars: LabelBar[] = []
  const hidden = new Map<LocalDate, readonly DayLabel[]>()
  /** The index of each label's last bar in `bars`. */
  const latest = new Map<DayLabel, number>()
  for (const [date, onDay] of [...byDay].sort(([one], [other]) => one.localeCompare(other))) {
    const room = onDay.length > labelRows ? labelRows - 1 : labelRows
    if (onDay.length > room) hidden.set(date, onDay.slice(room))
    for (const [row, label] of onDay.slice(0, room).entries()) {
      const index = latest.get(label)
      const bar = index === undefined ? undefined : bars[index]
      if (index !== undefined && bar?.row === row && addDays(bar.end, 1) === date)
        bars[index] = { ...bar, end: date }
      else latest.set(label, bars.push({ label, start: date, end: date, row }) - 1)
    }
  }
  return { bars, hidden }
}

/** What is drawn of a bar in one week: it begins on a day of the week and covers `days` of them. */
export type BarInWeek = LabelBar & { readonly days: number }

/** The labels of one day of a grid: the bars that begin on it, those without a row, and how many rows the day's posts leave free. */
export type DayBand = {
  readonly bars: readonly BarInWeek[]
  readonly hidden: readonly DayLabel[]
  readonly rows: number
}

/** Cuts bars at the ends of the weeks. Days without labels have no band. */
export const bandsOf = (
  { bars, hidden }: FittingLabels,
  weeks: readonly (readonly LocalDate[])[],
): ReadonlyMap<LocalDate, DayBand> => {
  const bands = new Map<LocalDate, DayBand>()
  for (const week of weeks) {
    const [first = '', last = ''] = [week[0], week.at(-1)]
    const here = bars.flatMap(bar => {
      const start = bar.start < first ? first : bar.start
      const end = bar.end > last ? last : bar.end
      return start <= end ? [{ ...bar, start, end, days: daysBetween(start, end) + 1 }] : []
    })
    for (const date of week) {
      const rows = here.filter(({ start, end }) => start <= date && date <= end).length
      const unseen = hidden.get(date) ?? []
      if (rows + unseen.length > 0)
        bands.set(date, {
          bars: here.filter(({ start }) => start === date),
          hidden: unseen,
          rows: rows + Math.min(unseen.length, 1),
        })
    }
  }
  return bands
}

const byStartAndLength = (a: DayLabel, b: DayLabel): number =>
  a.start_at.localeCompare(b.start_at) ||
  b.end_at.localeCompare(a.end_at) ||
  a.text.localeCompare(b.text) ||
  a.id - b.id
