import { sql } from 'kysely'
import { openStatuses } from '#domain/publishing/status.ts'
import type { Db } from '#server/platform/db/database.ts'

const MINUTE = 60_000

type Scope = {
  readonly projectIds: readonly number[]
  readonly from: Date
  readonly until: Date
  readonly now: Date
}

/** A number for a set of rows, whatever their order. `row`: what of each counts, as text. */
const setOf = (row: string) => sql.raw(`concat(count(*), '/', bit_xor(hashtextextended(${row}, 1)))`)

/**
 * A text that stands for what the board of these projects is made from. It is read every second by each open board, so it reads what is
 * open and planned, and no contents. What it leaves out (names, labels, conversions) and what the clock alone changes is seen within a
 * minute.
 */
export const readBoardRevision = async (db: Db, { projectIds, from, until, now }: Scope): Promise<string> => {
  const ids = sql`any(${[...projectIds]}::bigint[])`
  const { rows } = await sql<{ revision: string }>`
    select md5(concat_ws(' ',
      (select ${setOf('p.revision::text')} from posts p
        where p.project_id = ${ids} and p.deleted_at is null and p.scheduled_at >= ${from} and p.scheduled_at < ${until}),
      (select ${setOf("concat_ws(' ', u.id, u.status, u.run_at, u.held_at, u.late_reason)")} from publications u
        where u.status = any(${[...openStatuses]}) and u.project_id = ${ids}),
      (select ${setOf("concat_ws(' ', a.id, a.needs_reconnecting, a.expires_at, a.is_renewable, a.sealed_token is null)")}
        from social_accounts a where a.project_id = ${ids} and a.removed_at is null),
      (select ${setOf("concat_ws(' ', h.id, h.ends_at)")} from publishing_holds h where h.released_at is null),
      (select ${setOf("concat_ws(' ', l.scope, l.subject, l.not_before)")} from network_limits l where l.not_before > ${now}),
      (select ${setOf("concat_ws(' ', s.agency_id, s.status, s.past_due_since, s.period_end)")} from subscriptions s
        where s.agency_id in (select j.agency_id from projects j where j.id = ${ids})),
      (select ${setOf("concat_ws(' ', o.project_id, o.name, o.value)")} from project_settings o where o.project_id = ${ids}),
      ${Math.floor(now.getTime() / MINUTE)}::bigint, ${projectIds.join(',')}::text
    )) as revision`.execute(db)
  return rows[0]?.revision ?? ''
}
