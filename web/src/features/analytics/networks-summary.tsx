import { Paper, Text, Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { percentOf } from '#domain/analytics/changes.ts'
import type { InsightTotal } from '#domain/analytics/contract.ts'
import type { DayRange } from '#domain/kernel/days.ts'
import { formatDayRange } from '#domain/kernel/time-format.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { Failed } from '#web/ui/states.tsx'
import { listInsightTotalsQuery } from './api.ts'
import { followerMetrics } from './chart-plans.ts'
import classes from './networks-summary.module.css'
import { writeFigure, writePercent, writeShort } from './numbers.ts'

type Column = {
  readonly name: string
  /** Added up; none where the network does not say it. */
  readonly metrics: Readonly<Record<SocialNetwork, readonly string[]>>
}

const columns: readonly Column[] = [
  { name: 'Followers', metrics: followerMetrics },
  {
    name: 'Impressions',
    metrics: {
      facebook: ['page_impressions'],
      instagram: ['impressions'],
      linkedin: ['impressions'],
      twitter: [],
    },
  },
  {
    name: 'Engagement',
    metrics: {
      facebook: ['page_post_engagements'],
      instagram: [],
      linkedin: ['total_engagement'],
      twitter: ['likes', 'retweets', 'replies', 'quotes'],
    },
  },
]

/** A figure of the range and of as many days before; null: not known. */
type Total = Pick<InsightTotal, 'total' | 'previous'>

const unknown: Total = { total: null, previous: null }

/** What is known, added up. A part of which the days before are not known would be counted in one sum and not in the other. */
const sumOf = (parts: readonly Total[]): Total => {
  const known = parts.filter(({ total }) => total !== null)
  if (known.length === 0) return unknown
  const sum = (values: readonly (number | null)[]) =>
    values.reduce<number>((all, value) => all + (value ?? 0), 0)
  return {
    total: sum(known.map(({ total }) => total)),
    previous: known.some(({ previous }) => previous === null)
      ? null
      : sum(known.map(({ previous }) => previous)),
  }
}

type Props = { readonly networks: readonly SocialNetwork[]; readonly range: DayRange }

/** All networks beside each other, before the charts of one (docs/product/analytics.md "All networks"). */
export function NetworksSummary({ networks, range }: Props) {
  const projectId = useProjectId()
  const found = useQueries({
    queries: networks.map(social =>
      listInsightTotalsQuery(
        { projectId, social },
        columns.flatMap(({ metrics }) => metrics[social]),
        range,
      ),
    ),
  })
  const failed = found.find(({ error, data }) => error !== null && !data)
  const rows = networks.map((network, index) => ({
    network,
    totals: columns.map(({ metrics }) =>
      sumOf(found[index]?.data?.filter(({ metric }) => metrics[network].includes(metric)) ?? []),
    ),
  }))
  return (
    <Paper
      component="section"
      withBorder
      p={{ base: 'sm', sm: 'md' }}
      radius="md"
      mb="md"
      aria-labelledby="all-networks"
    >
      <Title order={2} size="h5" id="all-networks">
        All networks
      </Title>
      <Text size="sm" c="dimmed">
        {formatDayRange(range.start, range.end)}, and the change against as many days before.
      </Text>
      {failed?.error && (
        <Failed
          message={messageOf(failed.error)}
          onRetry={() => void Promise.all(found.map(({ refetch }) => refetch()))}
        />
      )}
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={classes.all}>
            <th scope="row">Together</th>
            {columns.map(({ name }, index) => (
              <Cell key={name} {...sumOf(rows.map(({ totals }) => totals[index] ?? unknown))} />
            ))}
          </tr>
          {rows.map(({ network, totals }) => (
            <tr key={network}>
              <th scope="row">
                <NetworkBadge network={network} size={16} withName />
              </th>
              {totals.map((total, index) => (
                <Cell key={columns[index]?.name} {...total} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Paper>
  )
}

/** Of one height, whether it is known or not, so that nothing moves. */
function Cell({ total, previous }: Total) {
  return (
    <td>
      <strong title={writeFigure(total)}>{total === null ? '–' : writeShort(total)}</strong>
      <span>{total !== null && previous !== null && writePercent(percentOf(total, previous))}</span>
    </td>
  )
}
