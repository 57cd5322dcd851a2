import { daysBetween } from '#domain/kernel/days.ts'
import { oneLine } from '#domain/kernel/text.ts'
import { isLocalDate, type LocalDate } from '#domain/kernel/time.ts'
import type { DayLabel } from './model.ts'

const MIN_TEXT = 3

const TEXT_MAX = 255

/**
 * A label is a mark on some days, and every day of it is drawn. A season or a whole year fits, a mistyped year does not.
 */
const DAYS_MAX = 366

/**
 * Why the label's text is refused, or `null`. (docs/product/labels.md "Limits") Counted as it is stored, in
 * characters as people count them: an emoji is one.
 */
export function labelTextProblem(text: string): string | null {
  const { length } = [...oneLine(text)]
  if (length === 0) return 'Label is required'
  if (length >= MIN_TEXT && length <= TEXT_MAX) return null
  return `Please enter a label between ${MIN_TEXT} and ${TEXT_MAX} characters`
}

/** Why a label may not cover the days from `start` to `end`, both included, or `null`. An empty end is the start. */
export function labelDaysProblem(start: LocalDate, end: LocalDate | undefined): string | null {
  if (!isLocalDate(start)) return 'Date is required'
  if (end === undefined || end === '') return null
  if (!isLocalDate(end) || end < start) return 'The end must not be before the start'
  return daysBetween(start, end) < DAYS_MAX ? null : `A label covers ${DAYS_MAX} days at most`
}

/** A project's labels with the upcoming first: those that have not ended, by their first day, then past ones, the latest first. */
export function labelsByTime(
  labels: readonly DayLabel[],
  today: LocalDate,
): { ahead: DayLabel[]; past: DayLabel[] } {
  const sorted = labels.toSorted((a, b) => a.start_at.localeCompare(b.start_at) || a.id - b.id)
  return {
    ahead: sorted.filter(({ end_at }) => end_at >= today),
    past: sorted.filter(({ end_at }) => end_at < today).toReversed(),
  }
}

/** Labels whose name holds the typed text, in any case. (docs/product/labels.md "Label search") */
export const searchLabels = (labels: readonly DayLabel[], typed: string): DayLabel[] => {
  const wanted = typed.trim().toLocaleLowerCase()
  return labels.filter(({ text }) => text.toLocaleLowerCase().includes(wanted))
}
