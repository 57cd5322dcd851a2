import { type RawBuilder, sql } from 'kysely'
import { socialNetworks } from '#domain/networks/model.ts'
import { openStatuses } from '#domain/publishing/status.ts'
import type { PublishTimings } from '#domain/publishing/timings.ts'
import { isPublishingStopped } from '#server/features/billing/standings.ts'
import { appOf } from '#server/networks/limits.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { SLOW_FROM_PERCENT } from './network-limits.ts'

/** A publication that may be attempted next, with the keys by which its limits are counted. */
export type Candidate = {
  readonly id: number
  /** For the log. */
  readonly post_id: number
  /** `network/external id`; for a publication without an account, a key of its own. */
  readonly account: string
  readonly app: string
  /** Which of the two is close to its limit, so that calls are made one at a time. */
  readonly slowed: 'account' | 'app' | null
  /** How much of its files is in memory at once during preparation; a video is sent in pieces. */
  readonly bytes: number
}

/** What has no free slot. It is not planned, so that the plan has room for others. */
export type LimitsReached = {
  readonly accounts: readonly string[]
  readonly apps: readonly string[]
  /** Publications that have to read files cannot start. */
  readonly isMemoryFull: boolean
}

export const noLimitReached: LimitsReached = { accounts: [], apps: [], isMemoryFull: false }

/** The largest piece of a video that an adapter reads at once. */
export const PIECE_BYTES = 16 * 1024 * 1024

/**
 * Until `now`, in a form whose selectivity the planner does not take from statistics. Nearly everything in history has a time before now,
 * and nearly nothing of it is still open; statistics know each of the two, but not both together, so that tens of thousands of rows would
 * be expected where a handful is found, and whole tables would be read each second (docs/publishing.md "What a sweep reads").
 */
const until = (now: Date): RawBuilder<unknown> => sql`between '-infinity' and (select ${now}::timestamptz)`

/** Networks count per 15 minutes or per hour: an older report means nothing any more. */
const REPORT_AGE = '15 minutes'

/**
 * The publications to attempt next, at most `limit`. Agencies take turns, however many publications each of them has; within an agency
 * the earliest come first. At most `perAccount` for one account, and one for an account or app close to its limit, because no more
 * could start. Publications waiting for a limit are left out, unless they are too late anyway. For an app that takes one call at a
 * time, the agency is picked at random, because nothing records whose turn was last.
 */
export const listCandidates = async (
  db: Reader,
  options: {
    readonly now: Date
    readonly limit: number
    readonly perAccount: number
    readonly timings: Pick<PublishTimings, 'windowMs' | 'giveUpAfterMs'>
    readonly full?: LimitsReached
  },
): Promise<Candidate[]> => {
  const { now, limit, perAccount, timings, full = noLimitReached } = options
  const { windowMs, giveUpAfterMs } = timings
  const { rows } = await sql<Candidate>`
    with turned as materialized (
      select id, run_at as at from publications where status = any(${openStatuses}) and run_at ${until(now)}
      union all select publication_id, run_at from publication_follow_ups where run_at ${until(now)}
    ), due as (
      select u.id, u.post_social_id, u.status, u.sending_at, turned.at, u.due_at, p.agency_id,
        coalesce(u.social_network || '/' || a.external_id, 'none/' || u.id) as account, apps.app
      from turned join publications u on u.id = turned.id
      join projects p on p.id = u.project_id
      join (values ${appRows}) as apps (network, app) on apps.network = u.social_network
      left join social_accounts a on a.id = u.social_account_id
      where (u.status = any(${openStatuses}) or u.status = 'live')
        and (u.lease_until is null or u.lease_until <= ${now})
        and apps.app <> all(${full.apps})
        and coalesce(u.social_network || '/' || a.external_id, '') <> all(${full.accounts})
        and ${full.isMemoryFull ? readsNoFiles : sql`true`}
    ), allowed as (
      select due.*,
        case when m.percent >= ${SLOW_FROM_PERCENT} then 'app' when l.percent >= ${SLOW_FROM_PERCENT} then 'account' end as slowed,
        row_number() over (
          partition by case when m.percent >= ${SLOW_FROM_PERCENT} then due.app else due.account end
          order by case when m.percent >= ${SLOW_FROM_PERCENT} then hashint8extended(due.agency_id, ${now.getTime()}) end, due.at, due.id
        ) as place
      from due
      left join network_limits l on l.scope = 'account' and l.subject = due.account
        and (l.not_before > ${now} or l.told_at > ${now}::timestamptz - ${REPORT_AGE}::interval)
      left join network_limits m on m.scope = 'app' and m.subject = due.app
        and (m.not_before > ${now} or m.told_at > ${now}::timestamptz - ${REPORT_AGE}::interval)
      where coalesce(greatest(l.not_before, m.not_before) <= ${now}, true)
        or due.due_at < ${now}::timestamptz - ${windowMs} * interval '1 millisecond' and status <> 'live'
        or due.sending_at <= ${now}::timestamptz - ${giveUpAfterMs} * interval '1 millisecond' and status = 'unknown'
    ), turns as (
      select *, row_number() over (partition by agency_id order by at, id) as turn from allowed
      where place <= case when slowed is null then ${perAccount} else 1 end
    )
    select id, (select post_id from post_socials s where s.id = turns.post_social_id) as post_id, account, app, slowed,
      case when status in ('queued', 'preparing') then coalesce((
        select max(case when m.object_type = 'video' then least(m.file_size, ${PIECE_BYTES}) else m.file_size end)
        from attachments x join medias m on m.id = x.media_id where x.post_social_id = turns.post_social_id
      ), 0) else 0 end::float8 as bytes
    from turns order by turn, at, id limit ${limit}`.execute(db)
  return rows
}

/** Look-ups and follow-ups read no files. */
const readsNoFiles = sql<boolean>`(u.status in ('sending', 'unknown', 'live') or not exists (
  select from attachments x where x.post_social_id = u.post_social_id and x.media_id is not null))`

const appRows = sql.join(socialNetworks.map(network => sql`(${network}, ${appOf[network]})`))

/** Schedules that the sweep may release when their time comes, as the index `schedules_due` has them. */
const isWaiting = sql`deleted_at is null and released_at is null and not is_post_deleted`

/**
 * Milliseconds until something is due next, by the database's clock; null: nothing is planned. `now()` is when the statement began, and
 * unlike `clock_timestamp()` it lets the indexes skip what is in the past.
 */
export const readNextDueMs = async (db: Reader): Promise<number | null> => {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from least(
      (select min(datetime) from schedules where ${isWaiting} and datetime > now()),
      (select min(run_at) from publications where status = any(${openStatuses}) and run_at > now()),
      (select min(run_at) from publication_follow_ups where run_at > now())
    ) - clock_timestamp()) * 1000)::float8 as ms`.execute(db)
  return rows[0]?.ms ?? null
}

/**
 * Schedules that are due and not released yet: agencies take turns, the longest overdue first. Those of agencies that may no longer
 * publish wait (docs/product/billing.md "Lifecycle"). The few that are due are read first, and
 * whether a post is deleted is looked up for each of them: a join would let the planner read all posts instead.
 */
export const listDueInTurns = async (
  db: Reader,
  now: Date,
  { limit, isBilled }: { readonly limit: number; readonly isBilled: boolean },
): Promise<number[]> => {
  const mayPublish = isBilled ? sql`not ${isPublishingStopped(sql`p.agency_id`, now)}` : sql`true`
  const { rows } = await sql<{ id: number }>`
    with due as materialized (
      select id, project_id, post_id, datetime from schedules
      where ${isWaiting} and datetime ${until(now)}
    )
    select id from (
      select due.id, due.datetime, row_number() over (partition by p.agency_id order by due.datetime, due.id) as turn
      from due join projects p on p.id = due.project_id
      where p.deleted_at is null and p.archived_at is null and (select o.deleted_at is null from posts o where o.id = due.post_id)
        and ${mayPublish}
    ) as turns order by turn, datetime, id limit ${limit}`.execute(db)
  return rows.map(row => row.id)
}
