import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
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

/** One version with the others of its post, all held; null when it is not there any more. */
export const lockPostSocial = async (
  { tx, scope }: ScopedCall,
  postSocialId: number,
): Promise<{ readonly social: LockedSocial } | null> => {
  const found = await tx
    .selectFrom('post_socials')
    .select('post_id')
    .where('id', '=', postSocialId)
    .where('project_id', '=', scope.projectId)
    .executeTakeFirst()
  const socials = found && (await lockPostSocials(tx, scope, [found.post_id]))
  const social = socials?.find(row => row.id === postSocialId)
  return social ? { social } : null
}

/** A post social, held by this transaction until it ends. */
export type LockedSocial = Row<'post_socials'>

/**
 * Holds the post socials of these posts, in the order of their ids, so that two calls never wait for each other in a circle: whoever
 * writes to a post takes these rows first; then its schedule, rounds and publications; its own row last. Null when a post is not there
 * (any more).
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
  // asked after the lock: the gate looked before it, and a deletion may have come between
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
