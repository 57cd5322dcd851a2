import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { metrics, seriesNumbers } from '#domain/analytics/metrics.ts'
import { pacificDay } from '#domain/analytics/pacific-days.ts'
import { DAYS_BACK_MAX } from '#domain/analytics/ranges.ts'
import { addDays } from '#domain/kernel/days.ts'
import { listPoints } from '#server/features/analytics/points.ts'
import { findSystemScope } from '#server/platform/session/scope.ts'
import { line, quantile } from '../figures.ts'
import { openStand, type Stand, withClient } from '../publishing/stand.ts'
import { bestTimeLines } from './best-time.ts'

const requested = metrics.facebook
const DAYS = DAYS_BACK_MAX + 1
/** What an index is like that grew day by day instead of being built at once. */
const FILLED_PERCENT = 70
const QUERIES = 400

/** A year of each account, a project each. Rows lie on the disk as they come: day by day, all accounts beside each other. */
export async function* screenLines(points: number): AsyncGenerator<string> {
  const stand = await openStand()
  try {
    const begun = performance.now()
    const projects = await withClient(stand, client => fill(client, points))
    yield line(`filled with ${points.toLocaleString('en')} values`, (performance.now() - begun) / 1000, ' s')
    const sizes = await withClient(stand, sizesOf)
    yield line('the table on the disk', sizes.table, ' GB')
    yield line('its primary key', sizes.index, ' GB')
    yield* queryLines(stand, projects)
    yield* bestTimeLines(stand, projects)
    for (const text of await withClient(stand, client => planOf(client, projects))) yield `    ${text}`
  } finally {
    await stand.close()
  }
}

const fill = async (client: pg.Client, points: number): Promise<readonly number[]> => {
  const accounts = Math.max(1, Math.round(points / (DAYS * requested.length)))
  const { rows: projects } = await client.query<{ id: string }>(
    `with agency as (insert into agencies (name) values ('Figures') returning id)
     insert into projects (agency_id, name, timezone)
     select agency.id, 'Figures ' || n, 'Europe/Berlin' from agency, generate_series(1, $1::int) n returning id`,
    [accounts],
  )
  await client.query(
    `insert into metric_accounts (project_id, social_network, external_id, due_at)
     select p.id, 'facebook', 'page ' || p.id, 'infinity' from projects p where p.name like 'Figures %'`,
  )
  await client.query('alter table metric_points drop constraint metric_points_pkey')
  const today = pacificDay(new Date())
  for (let back = DAYS - 1; back >= 0; back--)
    await client.query(
      `insert into metric_points (metric_account_id, day, metric, series, value)
       select a.id, $1, m.metric, m.series, (random() * 10000)::int
       from metric_accounts a cross join unnest($2::smallint[], $3::smallint[]) m(metric, series) order by a.id`,
      [
        addDays(today, -back),
        requested.map(({ number }) => number),
        requested.map(each => seriesNumbers[each.series]),
      ],
    )
  await client.query("set maintenance_work_mem = '1GB'")
  await client.query(`set max_parallel_maintenance_workers = ${Math.min(2, availableParallelism())}`)
  await client.query(
    `alter table metric_points add primary key (metric_account_id, metric, series, day) include (value, extended_value)
     with (fillfactor = ${FILLED_PERCENT})`,
  )
  await client.query('vacuum analyze')
  return projects.map(({ id }) => Number(id))
}

const sizesOf = async (client: pg.Client): Promise<{ table: number; index: number }> => {
  const { rows } = await client.query<{ table: number; index: number }>(
    `select pg_table_size('metric_points') / 1e9 as table, pg_indexes_size('metric_points') / 1e9 as index`,
  )
  return { table: Number(rows[0]?.table), index: Number(rows[0]?.index) }
}

/** An account that nobody looked at lately, each time another one: its rows are not in the database's own memory. */
async function* queryLines(stand: Stand, projects: readonly number[]): AsyncGenerator<string> {
  const to = pacificDay(new Date())
  const range = { from: addDays(to, -DAYS_BACK_MAX), to }
  const names = requested.map(({ name }) => name)
  const one = async (metricNames: readonly string[]) => {
    const scope = await findSystemScope(stand.db, projects[Math.floor(Math.random() * projects.length)] ?? 0)
    if (!scope) throw new Error('no project')
    const begun = performance.now()
    const found = await listPoints(stand.db, scope, { network: 'facebook', metrics: metricNames, ...range })
    if (found.length !== metricNames.length * DAYS) throw new Error(`${found.length} values`)
    return performance.now() - begun
  }
  for (const metricNames of [names.slice(0, 1), names]) {
    const times: number[] = []
    for (let query = 0; query < QUERIES; query++) times.push(await one(metricNames))
    yield line(
      `${metricNames.length} metrics of ${DAYS} days, p99 of ${QUERIES}`,
      quantile(times, 0.99),
      ' ms',
      { aim: { most: 50 }, more: `p50 ${quantile(times, 0.5).toFixed(1)} ms` },
    )
  }
}

const planOf = async (client: pg.Client, projects: readonly number[]): Promise<readonly string[]> => {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers) select metric, series, day, value, extended_value from metric_points
     where metric_account_id = (select id from metric_accounts where project_id = $1)
       and metric = any($2::smallint[]) and day >= $3 and day <= $4 order by metric, series, day`,
    [
      projects[Math.floor(projects.length / 2)],
      requested.map(({ number }) => number),
      addDays(pacificDay(new Date()), -DAYS_BACK_MAX),
      pacificDay(new Date()),
    ],
  )
  return rows.map(row => row['QUERY PLAN'])
}
