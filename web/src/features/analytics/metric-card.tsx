import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  type InsightSeries,
  type InsightTotal,
  NAMED_POSTS,
  type PublishedDay,
} from '#domain/analytics/contract.ts'
import { cumulative } from '#domain/analytics/cumulative.ts'
import {
  type DatedValue,
  daysWithin,
  type InsightInterval,
  intervalStart,
  isWhole,
} from '#domain/analytics/intervals.ts'
import { isEmptyText } from '#domain/kernel/text.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { formatDayRange } from '#domain/kernel/time-format.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
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

/** The interval with the days that count, where the ends of the period cut it: a short month is no bad one. */
const fullName = (date: LocalDate, { interval, range }: AnalyticsState): string => {
  if (isWhole(date, interval, range)) return intervalName(date, interval)
  const { start, end } = daysWithin(date, interval, range)
  const days = formatDayRange(start, end)
  return interval === 'weekly' ? `Only ${days}` : `${intervalName(date, interval)}, only ${days}`
}

/** Why a chart has nothing to show, or null if it has. */
const wordsOf = (series: readonly InsightSeries[], social: SocialNetwork): string | null => {
  const network = networkNames[social]
  if (series.some(({ points }) => points.some(({ value }) => value !== null))) return null
  const states = series.map(({ state }) => state)
  if (states.includes('failed'))
    return `${network} did not provide this figure the last time Galley asked. Galley will ask again automatically.`
  if (states.includes('unread'))
    return 'Galley has not fetched this figure yet. Figures are fetched once a day.'
  const late = hasLateFigures[social] ? ` ${network} reports figures two days late.` : ''
  return `There are no figures for this period.${late}`
}

/** The name of what stood in the previous period, in a table. */
const BEFORE = 'Before'

type Published = readonly PublishedDay[]
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
  const { data: totals = [] } = useListInsightTotals(account, metrics, range)
  // Of several layers, twice as many could not be told apart; the legend has their changes.
  const hasBefore = state.isCompared && state.before !== null && layers.length === 1
  const earlier = useListDailyInsights(account, {
    metrics,
    range: state.before ?? range,
    interval,
    enabled: hasBefore,
  })
  const before = hasBefore && !earlier.isPlaceholderData ? earlier.data?.[0] : undefined
  const series = found.data ?? []
  const isFound = found.data !== undefined
  const words = isFound ? wordsOf(series, account.social) : null
  const isOld = found.isPlaceholderData
  const points = pointsOf(series, { state, layers, published, before, isOld })
  // One figure is read, and not drawn as a dot.
  const known = points.filter(({ values }) => values.some(value => value !== null)).length
  const unit = plan.unit ?? 'count'
  const names = layers.map(({ name }) => name)
  const figures = {
    title: plan.title,
    columns: ['Date', ...names, ...(before ? [BEFORE] : []), 'Posts'],
    rows: points.map(({ date, name, values, before: former, posts, named }) => ({
      name,
      saved: [date, ...values, ...(former ? [former.value] : []), posts],
      cells: [
        ...[...values, ...(former ? [former.value] : [])].map(value => writeFigure(value, unit)),
        named.length === 0 ? (
          String(posts)
        ) : (
          <Sent key="posts" account={account} posts={posts} named={named} />
        ),
      ],
    })),
  }
  return (
    <FigureCard
      title={plan.title}
      isLate={hasLateFigures[account.social]}
      words={words}
      error={found.error && !isFound ? messageOf(found.error) : null}
      onRetry={() => void found.refetch()}
      isOld={isOld}
      figures={isFound ? figures : null}
      isAlone={isFound && known === 1}
      summary={
        // Its place is kept while the figure is on its way.
        !words &&
        layers.length === 1 && (
          <div className={classes.summary}>
            <Summary total={totals[0]} unit={unit} isAlone={known === 1} />
          </div>
        )
      }
    >
      {known !== 1 && (
        <FigureChart
          title={plan.title}
          shape={plan.shape}
          unit={unit}
          names={names}
          points={points.map(point => ({ ...point, named: point.named.map(textOf) }))}
        />
      )}
      {names.length > 1 && <Legend layers={layers} totals={totals} unit={unit} />}
      {known > 1 && (
        <Dotted hasBefore={before !== undefined} hasPosts={points.some(({ posts }) => posts > 0)} />
      )}
    </FigureCard>
  )
}

type Shown = {
  readonly state: AnalyticsState
  readonly layers: readonly Layer[]
  readonly published: Published
  /** The same metric in as many days before. */
  readonly before: InsightSeries | undefined
  /** They are of the days that were shown before these. */
  readonly isOld: boolean
}

const pointsOf = (series: readonly InsightSeries[], { state, layers, published, before, isOld }: Shown) => {
  const { interval, isCumulative } = state
  const sent = Map.groupBy(published, ({ date }) => intervalStart(date, interval))
  const shownOf = (one: InsightSeries): readonly DatedValue[] =>
    isCumulative ? cumulative(one.points, one.kind) : one.points
  const former = before && shownOf(before)
  const columns = layers.map(({ metric, isLoss = false }) => {
    const one = series.find(each => each.metric === metric)
    if (!one) return []
    const points = shownOf(one)
    return isLoss ? points.map(({ date, value }) => ({ date, value: value && -value })) : points
  })
  return (columns[0] ?? []).map(({ date }, index) => {
    const days = sent.get(date) ?? []
    return {
      date,
      label: intervalName(date, interval),
      name: isOld || isCumulative ? intervalName(date, interval) : fullName(date, state),
      values: columns.map(column => column[index]?.value ?? null),
      ...(former && { before: formerAt(former[index], date, state) }),
      posts: days.reduce((sum, { count }) => sum + count, 0),
      named: days.flatMap(({ posts }) => posts).slice(0, NAMED_POSTS),
    }
  })
}

/** What stood at the same place in the previous period. Weeks and months that the ends of a period cut are not compared. */
const formerAt = (
  point: DatedValue | undefined,
  date: LocalDate,
  { interval, range, before }: AnalyticsState,
) => {
  const isLike = point && before && isWhole(point.date, interval, before) && isWhole(date, interval, range)
  return isLike
    ? { label: intervalName(point.date, interval), value: point.value }
    : { label: '', value: null }
}

type Named = PublishedDay['posts'][number]
const textOf = ({ message }: Named): string => (isEmptyText(message) ? 'Empty message' : message)

type SentProps = {
  readonly account: Account
  readonly posts: number
  readonly named: readonly Named[]
}

/** How many posts went out, and the way to the first of them. */
function Sent({ account: { projectId, social }, posts, named }: SentProps) {
  return (
    <span className={classes.sent}>
      {posts}
      {named.map(post => (
        <Anchor
          key={post.post_id}
          size="sm"
          lineClamp={1}
          renderRoot={props => (
            <Link
              {...props}
              to="/$projectId/manage-post/$social"
              params={{ projectId, social }}
              search={{ postId: post.post_id }}
            />
          )}
        >
          {textOf(post)}
        </Anchor>
      ))}
    </span>
  )
}

type DottedProps = { readonly hasBefore: boolean; readonly hasPosts: boolean }

/** What the dotted lines of a chart mean. */
function Dotted({ hasBefore, hasPosts }: DottedProps) {
  if (!hasBefore && !hasPosts) return null
  return (
    <ul className={`${classes.legend} ${classes.dotted}`}>
      {hasBefore && <li>Previous period</li>}
      {hasPosts && <li data-upright>Posts went out</li>}
    </ul>
  )
}

type LegendProps = {
  readonly layers: readonly Layer[]
  readonly totals: readonly InsightTotal[]
  readonly unit: Unit
}

/** The colours again, with their names, since colour alone says nothing, and what there was of each beside the period before. */
function Legend({ layers, totals, unit }: LegendProps) {
  const found = layers.map(({ metric }) => totals.find(total => total.metric === metric))
  return (
    <>
      <ul className={classes.legend}>
        {layers.map(({ name }, index) => {
          const { total = null, percent = null, previous = null } = found[index] ?? {}
          return (
            <li key={name} data-layer={index}>
              {name}{' '}
              {total !== null && <strong title={writeFigure(total, unit)}>{writeShort(total, unit)}</strong>}{' '}
              {percent !== null && (
                <span title={`${writeFigure(previous, unit)} in the previous period`}>
                  {writePercent(percent)}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {found.some(total => typeof total?.percent === 'number') && (
        <Text size="xs" c="dimmed" mt={2}>
          Changes are compared with the previous period.
        </Text>
      )}
    </>
  )
}

type SummaryProps = {
  readonly total: InsightTotal | undefined
  readonly unit: Unit
  /** Without a chart below. */
  readonly isAlone: boolean
}

/** The range in a figure, beside the period before. */
function Summary({ total, unit, isAlone }: SummaryProps) {
  if (!total || total.total === null) return null
  return (
    <Group gap="xs">
      <Text fw={600} fz={isAlone ? 28 : undefined} title={writeFigure(total.total, unit)}>
        {writeShort(total.total, unit)}
      </Text>
      {total.previous !== null && total.percent !== null && (
        <Text size="sm" c="dimmed">
          {writePercent(total.percent)} against {writeShort(total.previous, unit)} in the previous period
        </Text>
      )}
    </Group>
  )
}
