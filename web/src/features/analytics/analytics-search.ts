import { type InsightInterval, insightIntervals } from '#domain/analytics/intervals.ts'
import { cutRange, defaultRange, previousRange, widenedRange } from '#domain/analytics/ranges.ts'
import type { DayRange } from '#domain/kernel/days.ts'
import { isLocalDate, type LocalDate } from '#domain/kernel/time.ts'
import { type FigurePart, figureParts } from './chart-plans.ts'

/** The query of the address. */
export type AnalyticsSearch = {
  from?: string | undefined
  to?: string | undefined
  interval?: string | undefined
  view?: string | undefined
  part?: string | undefined
  rank?: string | undefined
  compare?: string | undefined
}

/** What the page shows. */
export type AnalyticsState = {
  readonly range: DayRange
  /** Not all of the days that were chosen for are shown. */
  readonly isCut: boolean
  readonly interval: InsightInterval
  readonly isCumulative: boolean
  readonly part: FigurePart
  readonly rank: 'reach' | 'engagement'
  readonly isCompared: boolean
  /** As many days just before; null: some of them are not shown any more. */
  readonly before: DayRange | null
}

/** Reads an address that somebody may have typed, or kept for a year: what is invalid is as if it were not there. */
export const analyticsState = (search: AnalyticsSearch, today: LocalDate): AnalyticsState => ({
  range: rangeOf(search, today),
  isCut: isCut(search, today),
  before: previousRange(rangeOf(search, today), today),
  isCompared: search.compare === 'before',
  interval: insightIntervals.find(each => each === search.interval) ?? 'daily',
  isCumulative: search.view === 'cumulative',
  part: figureParts.find(each => each === search.part) ?? 'all',
  rank: search.rank === 'engagement' ? 'engagement' : 'reach',
})

const rangeOf = ({ from, to }: AnalyticsSearch, today: LocalDate): DayRange => {
  if (from === undefined || to === undefined || !isLocalDate(from) || !isLocalDate(to))
    return defaultRange(today)
  return cutRange(widenedRange({ start: from, end: to }), today) ?? defaultRange(today)
}

const isCut = (search: AnalyticsSearch, today: LocalDate): boolean => {
  const { from = '', to = '' } = search
  if (!isLocalDate(from) || !isLocalDate(to)) return false
  const [chosen, shown] = [widenedRange({ start: from, end: to }), rangeOf(search, today)]
  return chosen.start !== shown.start || chosen.end !== shown.end
}
