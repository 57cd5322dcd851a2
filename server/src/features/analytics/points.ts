import {
  findMetric,
  metrics as metricsOf,
  type SeriesName,
  seriesNumbers,
} from '#domain/analytics/metrics.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

/** A metric's value on a Pacific day. `extended`: its 24 hours, if it is counted by hour. */
export type Point = {
  readonly metric: string
  readonly series: SeriesName
  readonly day: LocalDate
  readonly value: number
  readonly extended: readonly number[] | null
}

/** How the latest reading of a metric ended. `dropped`: the network no longer has it. */
export type MetricState = {
  readonly metric: string
  readonly state: 'read' | 'dropped' | 'failed'
  readonly since: Date
  readonly lastDay: LocalDate | null
}

const seriesNames = new Map<number, SeriesName>(
  (Object.keys(seriesNumbers) as SeriesName[]).map(name => [seriesNumbers[name], name]),
)

const nameOf = (network: SocialNetwork, number: number): string => {
  const metric = metricsOf[network].find(each => each.number === number)
  if (!metric) throw new Error(`${network} has no metric with the number ${number}`)
  return metric.name
}

type Account = { readonly projectId: number; readonly network: SocialNetwork; readonly externalId: string }

/**
 * The project's present account of the network; the latest one that has figures if none is connected. Its history stays when it is
 * removed (docs/product/analytics.md "Keeping").
 */
const findMetricAccount = (db: Reader, { projectId }: ProjectScope, network: SocialNetwork) =>
  db
    .selectFrom('metric_accounts as m')
    .leftJoin('social_accounts as s', join =>
      join
        .onRef('s.project_id', '=', 'm.project_id')
        .onRef('s.social_network', '=', 'm.social_network')
        .onRef('s.external_id', '=', 'm.external_id')
        .on('s.removed_at', 'is', null),
    )
    .select('m.id')
    .where('m.project_id', '=', projectId)
    .where('m.social_network', '=', network)
    .orderBy(eb => eb('s.id', 'is', null))
    .orderBy('m.id', 'desc')
    .executeTakeFirst()

/** The account's id among those with figures, made when it is new. */
export const ensureMetricAccount = async (
  db: Reader,
  { projectId, network, externalId }: Account,
): Promise<number> => {
  const key = { project_id: projectId, social_network: network, external_id: externalId }
  await db
    .insertInto('metric_accounts')
    .values(key)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const found = await db
    .selectFrom('metric_accounts')
    .select('id')
    .where(eb => eb.and(key))
    .executeTakeFirstOrThrow()
  return found.id
}

/** Values of these metrics (names the network lacks are left out) from day to day, both inside; ordered by metric and day. */
export const listPoints = async (
  db: Reader,
  scope: ProjectScope,
  requested: {
    readonly network: SocialNetwork
    readonly metrics: readonly string[]
    readonly from: LocalDate
    readonly to: LocalDate
  },
): Promise<readonly Point[]> => {
  const { network, from, to } = requested
  const numbers = requested.metrics.flatMap(name => findMetric(network, name)?.number ?? [])
  const account = numbers.length > 0 ? await findMetricAccount(db, scope, network) : undefined
  if (!account) return []
  const rows = await db
    .selectFrom('metric_points')
    .select(['metric', 'series', 'day', 'value', 'extended_value'])
    .where('metric_account_id', '=', account.id)
    .where('metric', 'in', numbers)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('metric')
    .orderBy('series')
    .orderBy('day')
    .execute()
  return rows.map(({ metric, series, day, value, extended_value }) => ({
    metric: nameOf(network, metric),
    series: seriesNames.get(series) ?? 'total',
    day,
    value,
    extended: extended_value,
  }))
}

/** How the latest reading of each of the network's metrics ended; none that was never read. */
export const listMetricStates = async (
  db: Reader,
  scope: ProjectScope,
  network: SocialNetwork,
): Promise<readonly MetricState[]> => {
  const account = await findMetricAccount(db, scope, network)
  if (!account) return []
  const rows = await db
    .selectFrom('metric_states')
    .select(['metric', 'state', 'since', 'last_day'])
    .where('metric_account_id', '=', account.id)
    .orderBy('metric')
    .execute()
  return rows.map(({ metric, last_day, ...row }) => ({
    ...row,
    metric: nameOf(network, metric),
    lastDay: last_day,
  }))
}
