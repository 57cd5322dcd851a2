import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

/** Locks a schedule; undefined if it was removed. Its post socials are locked before it, as everywhere. */
export const lockSchedule = (tx: Tx, scheduleId: number): Promise<Row<'schedules'> | undefined> =>
  tx
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', scheduleId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Locks a version together with the others of its post; null if it no longer exists. */
export const lockPostSocial = async (
  { tx, scope }: ScopedCall,
  postSocialId: number,
): Promise<LockedSocial | null> => {
  const found = await tx
    .selectFrom('post_socials')
    .select('post_id')
    .where('id', '=', postSocialId)
    .where('project_id', '=', scope.projectId)
    .executeTakeFirst()
  const socials = found && (await lockPostSocials(tx, scope, [found.post_id]))
  return socials?.find(row => row.id === postSocialId) ?? null
}

/** A post social that this transaction has locked until it ends. */
export type LockedSocial = Row<'post_socials'>

/**
 * Locks the post socials of these posts, in the order of their ids, so that two calls never deadlock. Every write to a post locks
 * these rows first; then its schedule, rounds and publications; the post's own row last. Null if one of the posts does not exist.
 */
export const lockPostSocials = async (
  tx: Tx,
  scope: ProjectScope,
  postIds: readonly number[],
): Promise<LockedSocial[] | null> => {
  const socials = await tx
    .selectFrom('post_socials')
    .selectAll()
    .where('post_id', 'in', postIds)
    .where('project_id', '=', scope.projectId)
    .orderBy('id')
    .forUpdate()
    .execute()
  // Checked after locking: the session gate checked before it, and the post may have been deleted in between.
  const { alive } = await tx
    .selectFrom('posts')
    .innerJoin('projects', 'projects.id', 'posts.project_id')
    .select(eb => eb.fn.countAll<number>().as('alive'))
    .where('posts.id', 'in', postIds)
    .where('posts.project_id', '=', scope.projectId)
    .where('posts.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return alive === new Set(postIds).size ? socials : null
}
