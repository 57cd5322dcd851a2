import { type DatedValue, type MetricKind, rounded } from './intervals.ts'

/** Each value with all before it, for what is counted; levels, people and rates stay as they are. Unknown stays unknown. */
export const cumulative = (points: readonly DatedValue[], kind: MetricKind): DatedValue[] => {
  if (kind !== 'flow') return [...points]
  let sum = 0
  return points.map(({ date, value }) => {
    if (value === null) return { date, value }
    sum = rounded(sum + value)
    return { date, value: sum }
  })
}
