import { eachDay } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { DayLabel } from '#domain/labels/model.ts'

/** The labels of a day; both of their ends are inside. */
export const labelsOn = (labels: readonly DayLabel[], date: LocalDate): DayLabel[] =>
  labels.filter(({ start_at, end_at }) => start_at <= date && date <= end_at)

/** The rows of labels that a day has at most: two bars, and one that is the last bar or counts the rest. */
const labelRows = 3

/** The labels that a grid of days has room for, and by day those it has none for. */
export type FittingLabels = {
  readonly shown: readonly DayLabel[]
  readonly hidden: ReadonlyMap<LocalDate, readonly DayLabel[]>
  /** How many rows of a day they take at most, with the one that counts the hidden. */
  readonly rows: number
}

/**
 * Fits labels into the rows of a grid, so that however many a day has, its posts stay in sight. A label keeps its row over all its
 * days, the earliest and longest first; one that would share its last row with the count of others is counted as well.
 */
export const fitLabels = (labels: readonly DayLabel[]): FittingLabels => {
  const taken = new Map<LocalDate, Set<number>>()
  const placed = [...labels].sort(byStartAndLength).map(label => {
    const days = eachDay({ start: label.start_at, end: label.end_at })
    let row = 0
    while (days.some(date => taken.get(date)?.has(row))) row++
    for (const date of days) taken.set(date, (taken.get(date) ?? new Set()).add(row))
    return { label, days, row }
  })
  const crowded = new Set(placed.filter(({ row }) => row >= labelRows).flatMap(({ days }) => days))
  const isShown = ({ days, row }: (typeof placed)[number]) =>
    row < labelRows - 1 || (row === labelRows - 1 && !days.some(date => crowded.has(date)))
  const hidden = new Map<LocalDate, DayLabel[]>()
  for (const { label, days } of placed.filter(one => !isShown(one)))
    for (const date of days) hidden.set(date, [...(hidden.get(date) ?? []), label])
  return {
    shown: placed.filter(isShown).map(({ label }) => label),
    hidden,
    rows: Math.min(Math.max(0, ...placed.map(({ row }) => row + 1)), labelRows),
  }
}

const byStartAndLength = (a: DayLabel, b: DayLabel): number =>
  a.start_at.localeCompare(b.start_at) ||
  b.end_at.localeCompare(a.end_at) ||
  a.text.localeCompare(b.text) ||
  a.id - b.id
