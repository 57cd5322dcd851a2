import { sql } from 'kysely'
import { readDigests } from '#server/features/posts/content/queries.ts'
import type { LockedSocial } from '#server/features/posts/locking/queries.ts'
import { masterNetworkOf } from '#server/features/posts/queries.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

/** The schedule, held: null when it was removed. Its post socials are held before it, as everywhere. */
export const lockSchedule = (tx: Tx, scheduleId: number): Promise<Row<'schedules'> | undefined> =>
  tx
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', scheduleId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/**
 * The post socials that somebody approved internally: their latest internal round is approved, or with master content that of the
 * master (document 3 "Master content").
 */
export const readInternallyApproved = async (
  tx: Tx,
  scope: ProjectScope,
  socials: readonly LockedSocial[],
): Promise<Set<number>> => {
  const ids = socials.map(social => social.id)
  const { rows } = await sql<{ post_social_id: number; status: string }>`
    select distinct on (post_social_id) post_social_id, status from approvals
    where post_social_id = any(${ids}) and type = 'internal' order by post_social_id, id desc`.execute(tx)
  const own = new Set(rows.filter(row => row.status === 'approved').map(row => row.post_social_id))
  const master = socials.find(social => social.social_network === masterNetworkOf(scope))
  return master && own.has(master.id) ? new Set(ids) : own
}

/** The digests of what these post socials hold now. */
export const readPresentDigests = (tx: Tx, socials: readonly LockedSocial[]): Promise<Map<number, string>> =>
  readDigests(
    tx,
    socials.map(social => social.id),
  )

/** Whether it was told already that this post was not ready at this time. */
export const isTold = async (tx: Tx, postId: number, dueAt: Date): Promise<boolean> =>
  (await tx
    .selectFrom('events')
    .select('id')
    .where('post_id', '=', postId)
    .where('type', '=', 'post.overdue')
    .where('created_at', '>=', dueAt)
    .executeTakeFirst()) !== undefined
