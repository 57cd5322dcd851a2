import { sql } from 'kysely'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { openStatuses } from '#domain/publishing/status.ts'
import type { Db } from '#server/platform/db/database.ts'

// What waits in the whole installation: the status page and the figures for Prometheus are made of the same statements (decision 172).

/** How much there is of something, and for how long the oldest of it could have been done. */
export type Waiting = { readonly count: number; readonly since: Date | null }

const read = async <Row>(db: Db, query: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> =>
  (await query.execute(db)).rows

/** Posts on their way. `due`: those that could go on now. */
export const readPublications = (db: Db) =>
  read(
    db,
    sql<Waiting & { readonly network: SocialNetwork; readonly status: string; readonly due: number }>`
    select social_network as network, status, count(*)::int as count,
      count(*) filter (where run_at <= now() and held_at is null)::int as due,
      min(due_at) filter (where run_at <= now() and held_at is null) as since
    from publications where status in (${sql.join(openStatuses)}) group by 1, 2`,
  )

type JobRow = Waiting & { readonly queue: string; readonly state: string; readonly due: number }

/** None before the first start has made the queues. */
export const readJobs = async (db: Db): Promise<readonly JobRow[]> => {
  const [table] = await read(
    db,
    sql<{ isThere: boolean }>`select to_regclass('pgboss.job') is not null as "isThere"`,
  )
  if (!table?.isThere) return []
  return read(
    db,
    sql<JobRow>`
    select name as queue, state, count(*)::int as count, count(*) filter (where start_after <= now())::int as due,
      min(start_after) filter (where start_after <= now()) as since
    from pgboss.job where state in ('created', 'retry', 'active') group by 1, 2`,
  )
}

export const readMails = (db: Db) =>
  read(
    db,
    sql<Waiting & { readonly status: 'queued' | 'failed' }>`
    select status, count(*)::int as count, min(queued_at) filter (where queued_at <= now()) as since
    from outgoing_mails where status in ('queued', 'failed') group by 1`,
  )

export const readAccounts = (db: Db) =>
  read(
    db,
    sql<{ readonly network: SocialNetwork; readonly count: number }>`
    select social_network as network, count(*)::int as count
    from social_accounts where removed_at is null and needs_reconnecting group by 1`,
  )

/** `network`: `meta` is the app of Facebook and Instagram. `until`: when the last of them may go on. */
export const readLimits = (db: Db) =>
  read(
    db,
    sql<{ readonly network: string; readonly count: number; readonly until: Date }>`
    select split_part(subject, '/', 1) as network, count(*)::int as count, max(not_before) as until
    from network_limits where not_before > now() group by 1`,
  )

/** How much of its limits a network last said to be used, from four fifths on: less is not written down. */
export const readUsedLimits = (db: Db) =>
  read(
    db,
    sql<{ readonly network: string; readonly scope: string; readonly percent: number }>`
    select split_part(subject, '/', 1) as network, scope, max(percent)::int as percent
    from network_limits where told_at > now() - interval '1 hour' or not_before > now() group by 1, 2`,
  )

/** Holds that wait for somebody who runs Galley. A pause, and a client that is archived, is an admin's own wish. */
export const readHolds = (db: Db) =>
  read(
    db,
    sql<{ readonly scope: string; readonly count: number }>`
    select scope, count(*)::int as count from publishing_holds
    where released_at is null and reason not in ('paused', 'archived') group by 1`,
  )

/** Accounts whose figures could be read now. */
export const readGathering = (db: Db) =>
  read(
    db,
    sql<Waiting & { readonly network: SocialNetwork }>`
    select m.social_network as network, count(*)::int as count, min(m.due_at) as since
    from metric_accounts m
    join social_accounts s on s.project_id = m.project_id and s.social_network = m.social_network
      and s.external_id = m.external_id and s.removed_at is null and not s.needs_reconnecting
    join projects p on p.id = m.project_id and p.deleted_at is null
    where m.due_at <= now() group by 1`,
  )
