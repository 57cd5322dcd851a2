import { sql } from 'kysely'
import pLimit from 'p-limit'
import {
  caughtUpFrom,
  isReadOnceMore,
  isUpToDate,
  nextWindow,
  retryDelayMs,
  type Window,
} from '#domain/analytics/gathering.ts'
import { findMetric, type Metric, metrics, seriesNumbers } from '#domain/analytics/metrics.ts'
import { pacificDay } from '#domain/analytics/pacific-days.ts'
import { addDays, eachDay } from '#domain/kernel/days.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { openAccount } from '#server/features/social-accounts/ask-network.ts'
import { countPaidCalls, isBudgetUsed } from '#server/features/social-accounts/paid-calls.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { Insights, ReadResult } from '#server/networks/network-reader.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import {
  addNewAccounts,
  type DueAccount,
  dueAfter,
  type Gatherer,
  putOff,
  takeDueAccounts,
} from './gatherer.ts'

/** Every minute; the rows themselves say which accounts are due. */
export const gatherInsightsQueue: JobQueue = {
  name: 'gather-insights',
  cron: '* * * * *',
  expireSeconds: 300,
}

/** They wait for networks, not for this machine. */
const AT_ONCE = 8
/** Then the next job goes on, perhaps in another worker. */
const ENOUGH_MS = 50_000
/** How far back a network tells when followers were online, and how much of it is read in a turn. */
const ONLINE_DAYS = 7

/** Reads the figures of the accounts whose turn it is and keeps them (docs/product/analytics.md "Gathering"). */
export const gatherInsights = async (gatherer: Gatherer): Promise<JobOutcome> => {
  const { clock, log } = gatherer.services
  const begun = clock.now().getTime()
  await addNewAccounts(gatherer)
  const limit = pLimit(AT_ONCE)
  while (clock.now().getTime() - begun < ENOUGH_MS) {
    const due = await takeDueAccounts(gatherer, AT_ONCE)
    if (due.length === 0) break
    await Promise.all(
      due.map(account =>
        limit(() =>
          gatherAccount(gatherer, account).catch(async (error: unknown) => {
            log.error({ err: error, account: account.id }, 'the figures of an account could not be gathered')
            await putOff(gatherer, account.id, later(gatherer, account))
          }),
        ),
      ),
    )
  }
  return 'done'
}

const later = ({ services }: Gatherer, { failures }: DueAccount): Date =>
  new Date(services.clock.now().getTime() + retryDelayMs(failures))

/** One turn: the next days of one account, in one transaction. */
const gatherAccount = async (gatherer: Gatherer, due: DueAccount): Promise<void> => {
  const { services, readers } = gatherer
  const now = services.clock.now()
  const opened = await openAccount(services, due, due.network)
  if (opened.kind === 'closed' || opened.account.externalId !== due.externalId)
    return putOff(gatherer, due.id, later(gatherer, due))
  if (await isBudgetUsed(services, due.network, due.projectId))
    return putOff(gatherer, due.id, later(gatherer, due))
  const known = { readTo: due.readTo, behind: await findBehind(gatherer, due), hasPast: due.hasPast }
  const window = nextWindow(due.network, known, now)
  const names = requestedMetrics(due.network).map(({ name }) => name)
  const reader = readers[due.network]
  const read = await countPaidCalls(services, due, () =>
    reader.readInsights(opened.account, { metrics: names, ...window }),
  )
  if (read.kind === 'not_read') return putOff(gatherer, due.id, waitAfter(gatherer, due, read))
  const hours = await readHours(gatherer, due, opened.account, window)
  await inTransaction(services.db, tx => keep(tx, due, { window, insights: read.value, hours, now }))
}

/** The metrics that the network still has. */
const requestedMetrics = (network: SocialNetwork) => metrics[network].filter(({ from }) => from !== null)

/** A limited account waits for as long as its network says; the others go on. */
const waitAfter = (
  gatherer: Gatherer,
  due: DueAccount,
  read: Extract<ReadResult<Insights>, { kind: 'not_read' }>,
): Date =>
  read.reason === 'limited' && read.retryAfterMs !== null
    ? new Date(gatherer.services.clock.now().getTime() + read.retryAfterMs)
    : later(gatherer, due)

/** The last day of the metric that is furthest behind the others: it fails, or has failed and is not read up to them yet. */
const findBehind = async (
  { services: { db } }: Gatherer,
  { id, network }: DueAccount,
): Promise<string | null> => {
  const row = await db
    .selectFrom('metric_states as s')
    .innerJoin('metric_accounts as m', 'm.id', 's.metric_account_id')
    .select(({ fn }) => fn.min('s.last_day').as('day'))
    .where('s.metric_account_id', '=', id)
    .where(
      's.metric',
      'in',
      requestedMetrics(network).map(({ number }) => number),
    )
    .where(eb =>
      eb.or([
        eb('s.state', '=', 'failed'),
        eb.and([eb('s.state', '=', 'read'), eb('s.last_day', '<', eb.ref('m.read_to'))]),
      ]),
    )
    .executeTakeFirst()
  return row?.day ?? null
}

type Hours = { readonly day: string; readonly values: readonly number[] }

/** The hours in which followers were online, of the latest days; without them where the network does not say. */
const readHours = async (
  { services, readers }: Gatherer,
  { network }: DueAccount,
  account: ConnectedAccount,
  { from, to }: Window,
): Promise<readonly Hours[]> => {
  const today = pacificDay(services.clock.now())
  const earliest = addDays(today, -ONLINE_DAYS)
  const found: Hours[] = []
  for (const day of eachDay({ start: from > earliest ? from : earliest, end: to })) {
    const read = await readers[network].readOnlineHours(account, day, 'that_day')
    // The newest days are not counted yet, and one in between may be missing.
    if (read.kind === 'not_read' && read.reason === 'not_found') continue
    if (read.kind === 'not_read') break
    if (read.value.some(count => count > 0)) found.push({ day, values: read.value })
  }
  return found
}

type Found = {
  readonly window: Window
  readonly insights: Insights
  readonly hours: readonly Hours[]
  readonly now: Date
}

const keep = async (tx: Tx, due: DueAccount, { window, insights, hours, now }: Found): Promise<void> => {
  const points = [
    ...insights.series.flatMap(({ metric, values }) =>
      values.map(({ date, value }) => ({
        metric,
        day: date,
        value,
        hours: null as readonly number[] | null,
      })),
    ),
    ...hours.map(({ day, values }) => ({
      metric: 'online_followers',
      day,
      value: Math.max(...values),
      hours: values,
    })),
  ]
  await keepPoints(tx, due, points)
  await keepStates(tx, due, { insights, window, now })
  await endTurn(tx, due, { window, insights, now })
}

const endTurn = async (
  tx: Tx,
  due: DueAccount,
  { window, insights, now }: Omit<Found, 'hours'>,
): Promise<void> => {
  const hasFailed = insights.refused.some(({ isDropped }) => !isDropped)
  const { id, readTo, failures } = due
  const isNew = readTo === null || window.to > readTo
  const next =
    isNew && isReadOnceMore(window, { hasFailed, failures }, now)
      ? { read_to: readTo, failures: failures + 1, due_at: new Date(now.getTime() + retryDelayMs(failures)) }
      : {
          read_to: isNew ? window.to : readTo,
          // While the same metrics keep failing, the next days need not be tried so often again.
          failures: hasFailed ? failures : 0,
          due_at:
            isNew && !isUpToDate(window.to, now)
              ? now
              : dueAfter(id, { isWhole: await isWhole(tx, due, window, now), hasFailed }, now),
        }
  await tx
    .updateTable('metric_accounts')
    .set({ ...next, lease_until: null })
    .where('id', '=', id)
    .execute()
}

/** Whether nothing is left to read today: not even days that a metric has missed. */
const isWhole = async (tx: Tx, { id, network }: DueAccount, window: Window, now: Date): Promise<boolean> => {
  if (!isUpToDate(window.to, now)) return false
  const behind = await tx
    .selectFrom('metric_states')
    .select('metric')
    .where('metric_account_id', '=', id)
    .where(
      'metric',
      'in',
      requestedMetrics(network).map(({ number }) => number),
    )
    .where('state', '=', 'read')
    .where('last_day', '<', window.to)
    .limit(1)
    .executeTakeFirst()
  return behind === undefined
}

type KeptPoint = {
  readonly metric: string
  readonly day: string
  readonly value: number
  readonly hours: readonly number[] | null
}

/** Metrics of which a later reading may lack a part. */
const growing = Object.values(metrics).flatMap((own: readonly Metric[]) =>
  own.filter(({ onlyGrows }) => onlyGrows).map(({ number }) => number),
)

/** Networks correct their figures: the newest reading counts, or the largest. The hours of a day survive a reading without them. */
const keepPoints = async (
  tx: Tx,
  { id, network }: DueAccount,
  points: readonly KeptPoint[],
): Promise<void> => {
  const rows = points.flatMap(({ metric, day, value, hours }) => {
    const known = findMetric(network, metric)
    return known
      ? [
          {
            metric: known.number,
            series: seriesNumbers[known.series],
            day,
            value,
            hours: hours && JSON.stringify(hours),
          },
        ]
      : []
  })
  const column = <K extends keyof (typeof rows)[number]>(key: K) => rows.map(row => row[key])
  await sql`insert into metric_points (metric_account_id, metric, series, day, value, extended_value)
    select distinct on (r.metric, r.series, r.day) ${id}::int, r.metric, r.series, r.day, r.value, r.hours::jsonb
    from unnest(${column('metric')}::smallint[], ${column('series')}::smallint[], ${column('day')}::date[],
      ${column('value')}::double precision[], ${column('hours')}::text[]) as r(metric, series, day, value, hours)
    order by r.metric, r.series, r.day, r.hours nulls last
    on conflict (metric_account_id, metric, series, day) do update
      set value = case when metric_points.metric = any(${growing}::smallint[])
          then greatest(excluded.value, metric_points.value) else excluded.value end,
        extended_value = coalesce(excluded.extended_value, metric_points.extended_value)`.execute(tx)
}

const keepStates = async (
  tx: Tx,
  { id, network }: DueAccount,
  { insights: { series, refused }, window, now }: Omit<Found, 'hours'>,
): Promise<void> => {
  const isRefused = (name: string) => refused.some(({ metric }) => metric === name)
  // Of a metric that is in neither list the network has nothing to tell: that is an answer, too.
  const names = new Set(
    [...series, ...requestedMetrics(network).map(({ name: metric }) => ({ metric }))].map(
      each => each.metric,
    ),
  )
  const states = [
    ...[...names]
      .filter(name => !isRefused(name))
      .map(metric => ({ metric, state: 'read', response: null as string | null })),
    ...refused.map(({ metric, response, isDropped }) => ({
      metric,
      state: isDropped ? 'dropped' : 'failed',
      response: response.slice(0, 500),
    })),
  ].flatMap(one => {
    const known = findMetric(network, one.metric)
    return known ? [{ ...one, number: known.number }] : []
  })
  // What fails before it was ever read is behind by everything.
  const before = addDays(window.from, -1)
  const column = <K extends keyof (typeof states)[number]>(key: K) => states.map(state => state[key])
  // A reading that begins after the day up to which a metric is known leaves days between them, which are still to be read.
  await sql`insert into metric_states (metric_account_id, metric, state, since, response, last_day)
      select ${id}::int, r.metric, r.state, ${now}, r.response, case when r.state = 'read' then ${window.to}::date else ${before}::date end
      from unnest(${column('number')}::smallint[], ${column('state')}::text[], ${column('response')}::text[]) as r(metric, state, response)
      on conflict (metric_account_id, metric) do update set state = excluded.state, response = excluded.response,
        since = case when metric_states.state = excluded.state then metric_states.since else excluded.since end,
        last_day = case when excluded.state = 'read'
            and ${window.from}::date <= greatest(metric_states.last_day + 1, ${caughtUpFrom(now)}::date)
          then greatest(excluded.last_day, metric_states.last_day) else metric_states.last_day end`.execute(
    tx,
  )
}
