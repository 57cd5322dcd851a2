import { Group, Text } from '@mantine/core'
import type { InsightSeries } from '#domain/analytics/contract.ts'
import { cumulative } from '#domain/analytics/cumulative.ts'
import { type InsightInterval, intervalStart } from '#domain/analytics/intervals.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { formatDayRange } from '#domain/kernel/time-format.ts'
import { networkNames } from '#domain/networks/names.ts'
import { messageOf } from '#web/platform/api-error.ts'
import classes from './analytics.module.css'
import type { AnalyticsState } from './analytics-search.ts'
import { type Account, useListDailyInsights, useListInsightTotals } from './api.ts'
import { type ChartPlan, hasLateFigures, type Layer, layersOf } from './chart-plans.ts'
import { FigureCard, FigureChart } from './figure-card.tsx'
import { type Unit, writeFigure, writePercent, writeShort } from './numbers.ts'

/** How an interval is called below a chart. */
export const intervalName = (date: LocalDate, interval: InsightInterval): string => {
  if (interval === 'monthly') return monthName(date)
  if (interval === 'quarterly') return `Q${Math.ceil(Number(date.slice(5, 7)) / 3)} ${date.slice(0, 4)}`
  return formatDayRange(date, date)
}
const monthName = (date: LocalDate): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

/** Why a chart has nothing to show, or null if it has. */
const wordsOf = (series: readonly InsightSeries[], network: string): string | null => {
  if (series.some(({ points }) => points.some(({ value }) => value !== null))) return null
  const states = series.map(({ state }) => state)
  if (states.includes('dropped')) return `${network} no longer gives this figure.`
  if (states.includes('failed'))
    return `${network} did not give this figure when Galley last asked. Galley asks again by itself.`
  return states.includes('unread')
    ? 'Galley has not read this figure yet. It reads figures once a day.'
    : 'There are no figures for these days.'
}

type Published = readonly { readonly date: LocalDate; readonly count: number }[]
type Props = {
  readonly account: Account
  readonly plan: ChartPlan
  readonly state: AnalyticsState
  readonly published: Published
}

/** One of the network's charts, with its own loading and failing. */
export function MetricCard({ account, plan, state, published }: Props) {
  const { interval, range } = state
  const layers = layersOf(plan, state.part)
  const metrics = layers.map(({ metric }) => metric)
  const found = useListDailyInsights(account, { metrics, range, interval })
  const series = found.data ?? []
  const isFound = found.data !== undefined
  const words = isFound ? wordsOf(series, networkNames[account.social]) : null
  const points = pointsOf(series, { state, layers, published })
  const unit = plan.unit ?? 'count'
  const names = layers.map(({ name }) => name)
  const figures = {
    title: plan.title,
    columns: ['Date', ...names, 'Posts'],
    rows: points.map(({ date, label, values, posts }) => ({
      name: label,
      saved: [date, ...values, posts],
      cells: [...values.map(value => writeFigure(value, unit)), String(posts)],
    })),
  }
  return (
    <FigureCard
      title={plan.title}
      isLate={hasLateFigures[account.social]}
      words={words}
      error={found.error && !isFound ? messageOf(found.error) : null}
      onRetry={() => void found.refetch()}
      figures={isFound ? figures : null}
      summary={!words && isFound && <Summary {...{ account, layers, unit, range }} />}
    >
      <FigureChart {...{ title: plan.title, shape: plan.shape, unit, names, points }} />
      {names.length > 1 && <Legend names={names} />}
    </FigureCard>
  )
}

type Shown = {
  readonly state: AnalyticsState
  readonly layers: readonly Layer[]
  readonly published: Published
}

const pointsOf = (series: readonly InsightSeries[], { state, layers, published }: Shown) => {
  const { interval, isCumulative } = state
  const posts = new Map<LocalDate, number>()
  for (const { date, count } of published) {
    const start = intervalStart(date, interval)
    posts.set(start, (posts.get(start) ?? 0) + count)
  }
  const columns = layers.map(({ metric, isLoss = false }) => {
    const one = series.find(each => each.metric === metric)
    if (!one) return []
    const points = isCumulative ? cumulative(one.points, one.kind) : one.points
    return isLoss ? points.map(({ date, value }) => ({ date, value: value && -value })) : points
  })
  return (columns[0] ?? []).map(({ date }, index) => ({
    date,
    label: intervalName(date, interval),
    values: columns.map(column => column[index]?.value ?? null),
    posts: posts.get(date) ?? 0,
  }))
}

/** The colours again, with their names: colour alone says nothing. */
function Legend({ names }: { readonly names: readonly string[] }) {
  return (
    <ul className={classes.legend}>
      {names.map((name, index) => (
        <li key={name} data-layer={index}>
          {name}
        </li>
      ))}
    </ul>
  )
}

type SummaryProps = {
  readonly account: Account
  readonly layers: readonly Layer[]
  readonly unit: Unit
  readonly range: AnalyticsState['range']
}

/** The range in a figure, beside the period before. */
function Summary({ account, layers, unit, range }: SummaryProps) {
  const metrics = layers.map(({ metric }) => metric)
  const { data } = useListInsightTotals(account, metrics, range)
  // Figures of different kinds do not make a sum.
  const [only] = data ?? []
  if (!only || layers.length > 1 || only.total === null) return null
  return (
    <Group gap="xs" mb="xs">
      <Text fw={600} title={writeFigure(only.total, unit)}>
        {writeShort(only.total, unit)}
      </Text>
      {only.previous !== null && only.percent !== null && (
        <Text size="sm" c="dimmed">
          {writePercent(only.percent)} against {writeShort(only.previous, unit)} in the period before
        </Text>
      )}
    </Group>
  )
}
