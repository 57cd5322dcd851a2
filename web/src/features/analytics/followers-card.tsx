import { Paper, Skeleton, Text } from '@mantine/core'
import { percentOf } from '#domain/analytics/changes.ts'
import type { InsightInterval } from '#domain/analytics/intervals.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import classes from './analytics.module.css'
import { type Account, useLastTwo } from './api.ts'
import { followerMetrics } from './chart-plans.ts'
import { writeFigure, writePercent, writeShort } from './numbers.ts'

const sum = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter(value => typeof value === 'number')
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
}

const before = { daily: 'day', weekly: 'week', monthly: 'month', quarterly: 'quarter' } as const

/** How many followers there are, and how much that changed since the interval before. */
export function FollowersCard({
  account,
  interval,
}: {
  readonly account: Account
  readonly interval: InsightInterval
}) {
  const found = useLastTwo(account, followerMetrics[account.social])
  const series = found.data?.[interval] ?? []
  const last = sum(series.map(({ points }) => points.at(-1)?.value))
  // A part of which only one value is known would be counted in one total and not in the other.
  const previous = series.some(({ points }) => points.length === 1)
    ? null
    : sum(series.map(({ points }) => points.at(-2)?.value))
  if (found.error && !found.data)
    return <Failed message={messageOf(found.error)} onRetry={() => void found.refetch()} />
  return (
    <Paper
      component="section"
      withBorder
      p="md"
      radius="md"
      aria-label="Total followers"
      className={classes.total}
    >
      <Text size="sm" c="dimmed">
        Total followers
      </Text>
      {!found.data ? (
        <Loading>
          <Skeleton height={34} width={140} />
        </Loading>
      ) : last === null ? (
        <Text>Not available yet</Text>
      ) : (
        <>
          <Text className={classes.large} title={writeFigure(last)}>
            {writeShort(last)}
          </Text>
          {previous !== null && (
            <Text size="sm" c="dimmed">
              {writePercent(percentOf(last, previous))} against the {before[interval]} before
            </Text>
          )}
        </>
      )}
    </Paper>
  )
}
