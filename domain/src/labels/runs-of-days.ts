import { addDays, eachDay } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'

/** These days as runs of consecutive ones, in order, both ends included: a label covers a run (docs/product/bulk-edits.md "Labels"). */
export const runsOfDays = (days: readonly LocalDate[]): { start_at: LocalDate; end_at: LocalDate }[] => {
  const runs: { start_at: LocalDate; end_at: LocalDate }[] = []
  for (const day of [...new Set(days)].sort()) {
    const last = runs.at(-1)
    if (last && addDays(last.end_at, 1) === day) last.end_at = day
    else runs.push({ start_at: day, end_at: day })
  }
  return runs
}

/** What remains of a range, both ends included, without these days: none, one or several runs. */
export const runsWithout = (
  { start_at, end_at }: { readonly start_at: LocalDate; readonly end_at: LocalDate },
  days: readonly LocalDate[],
): { start_at: LocalDate; end_at: LocalDate }[] =>
  runsOfDays(eachDay({ start: start_at, end: end_at }).filter(day => !days.includes(day)))
