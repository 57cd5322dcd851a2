import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnalyticsState } from './analytics-search.ts'
import { type Account, listDailyInsightsQuery } from './api.ts'
import { type ChartPlan, layersOf } from './chart-plans.ts'

/**
 * The charts of which the network provides nothing any more, and of which nothing is kept of these days; null: not known yet. Those
 * of the former days stand until it is known of the new ones.
 */
export const useDroppedPlans = (
  account: Account,
  plans: readonly ChartPlan[],
  { part, interval, range }: AnalyticsState,
): readonly ChartPlan[] | null => {
  const found = useQueries({
    queries: plans.map(plan => {
      const metrics = layersOf(plan, part).map(({ metric }) => metric)
      const { placeholderData: _, ...query } = listDailyInsightsQuery(account, { metrics, range, interval })
      return query
    }),
  })
  const [known, setKnown] = useState<readonly ChartPlan[] | null>(null)
  if (found.some(({ isPending }) => isPending)) return known
  const dropped = plans.filter((_, index) => {
    const series = found[index]?.data ?? []
    const isEmpty = series.every(({ points }) => points.every(({ value }) => value === null))
    return isEmpty && series.some(({ state }) => state === 'dropped')
  })
  const isSame = known?.length === dropped.length && dropped.every(plan => known.includes(plan))
  if (!isSame) setKnown(dropped)
  return dropped
}
