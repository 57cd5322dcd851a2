import { sql } from 'kysely'
import { openStatuses } from '#domain/publishing/status.ts'
import type { Db } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'

type Scope = {
  readonly projectIds: readonly number[]
  readonly from: Date
  readonly until: Date
  readonly now: Date
}

/** A text that stands for what a client's part of the board is made from, and how many posts it has. */
export type ClientRevision = { readonly id: number; readonly revision: string; readonly posts: number }

/** A number for a set of rows, whatever their order. `hash`: of what of each counts. */
const setOfHashes = (hash: string) => sql.raw(`concat(count(*), '/', bit_xor(${hash}))`)
/** `row`: what of each counts, as text. */
const setOf = (row: string) => setOfHashes(`hashtextextended(${row}, 1)`)

/**
 * What the boards of these clients are made from now. It is read every second by each open board, so it reads what is open and planned,
 * and no contents. What it leaves out (names, labels, conversions) is seen within a minute, and what the clock alone changes by
 * `kept-clients.ts`.
 */
export const readClientRevisions = async (
  db: Db,
  { projectIds, from, until, now }: Scope,
): Promise<ClientRevision[]> => {
  const ids = sql`any(${[...projectIds]}::bigint[])`
  const { rows } = await sql<ClientRevision>`${prepared}
    with held as materialized (
      select h.scope, h.agency_id, h.project_id, concat_ws(' ', h.id, h.ends_at) as seen
      from publishing_holds h where h.released_at is null
    ), limits as materialized (
      select l.scope, l.subject, l.not_before from network_limits l where l.not_before > ${now}
    ), planned as (
      select p.project_id, count(*)::int as posts, ${setOfHashes('hashint8extended(p.revision, 1)')} as seen from posts p
      where p.project_id = ${ids} and p.deleted_at is null and p.scheduled_at >= ${from} and p.scheduled_at < ${until}
      group by p.project_id
    ), open as (
      select u.project_id, ${setOf("concat_ws(' ', u.id, u.status, u.run_at, u.held_at, u.late_reason)")} as seen
      from publications u where u.status = any(${[...openStatuses]}::text[]) and u.project_id = ${ids} group by u.project_id
    ), connected as (
      select a.project_id,
        ${setOf("concat_ws(' ', a.id, a.needs_reconnecting, a.expires_at, a.is_renewable, a.sealed_token is null)")} as seen
      from social_accounts a where a.project_id = ${ids} and a.removed_at is null group by a.project_id
    ), limited as (
      select a.project_id, ${setOf("concat_ws(' ', a.id, l.not_before)")} as seen
      from limits l join social_accounts a on l.subject = a.social_network || '/' || a.external_id
      where l.scope = 'account' and a.project_id = ${ids} group by a.project_id
    ), chosen as (
      select o.project_id, ${setOf("concat_ws(' ', o.name, o.value)")} as seen
      from project_settings o where o.project_id = ${ids} group by o.project_id
    ), of_project as (
      select h.project_id, ${setOf('h.seen')} as seen from held h where h.project_id is not null group by h.project_id
    ), of_agency as (
      select h.agency_id, ${setOf('h.seen')} as seen from held h where h.agency_id is not null group by h.agency_id
    ), of_all as (
      select concat_ws(' ', (select ${setOf('h.seen')} from held h where h.scope = 'installation'),
        (select ${setOf("concat_ws(' ', l.subject, l.not_before)")} from limits l where l.scope = 'app')) as seen
    )
    select j.id, coalesce(planned.posts, 0) as posts, md5(concat_ws('|', j.agency_id, j.timezone, of_all.seen, coalesce(planned.seen, '-'),
      coalesce(open.seen, '-'), coalesce(connected.seen, '-'), coalesce(limited.seen, '-'), coalesce(chosen.seen, '-'),
      coalesce(of_project.seen, '-'), coalesce(of_agency.seen, '-'),
      s.status, s.past_due_since, s.period_end, s.clock_ahead_hours)) as revision
    from projects j cross join of_all
      left join planned on planned.project_id = j.id
      left join open on open.project_id = j.id
      left join connected on connected.project_id = j.id
      left join limited on limited.project_id = j.id
      left join chosen on chosen.project_id = j.id
      left join of_project on of_project.project_id = j.id
      left join of_agency on of_agency.agency_id = j.agency_id
      left join subscriptions s on s.agency_id = j.agency_id
    where j.id = ${ids}`.execute(db)
  return rows
}
