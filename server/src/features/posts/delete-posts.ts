import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { deletePost, deletePosts, restorePosts } from '#domain/posts/contract.ts'
import { postStatus } from '#domain/posts/status.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { lockPostSocials } from './locks.ts'
import { withdrawUnsent } from './withdraw-unsent.ts'

/** How long a deletion can be undone. The toast is gone after seconds; a tab that was left open may still hold it. */
const RESTORE_HOURS = 24
const HOUR = 3_600_000

type Refusal = Failure<'not_found' | 'being_published' | 'already_live'>

export const deleteOnePost = (
  { params }: Input<typeof deletePost>,
  call: ScopedCall,
): Promise<Answer<typeof deletePost>> => deleteAll(call, [params.postId])

export const deleteSeveralPosts = (
  { body }: Input<typeof deletePosts>,
  call: ScopedCall,
): Promise<Answer<typeof deletePosts>> => deleteAll(call, body.post_ids)

/**
 * Marks posts as deleted. Nothing else of them changes, not even an open round or a schedule, so that undoing brings everything back:
 * every read, the gate and the release at the due time leave out what is marked.
 */
const deleteAll = async (
  call: ScopedCall,
  ids: readonly number[],
): Promise<Record<string, never> | Refusal> => {
  const { tx, scope, person, now } = call
  const postIds = [...new Set(ids)]
  const held = await lockPostSocials(tx, scope, postIds)
  if (!held) return fail('not_found')
  const locked = await withdrawUnsent(tx, held, { now, personId: person.userId })
  for (const socials of Map.groupBy(locked, social => social.post_id).values()) {
    const status = postStatus(socials.map(social => social.status))
    if (status === 'on_publishing') return fail('being_published')
    if (status === 'live') return fail('already_live')
  }
  await tx
    .updateTable('posts')
    .set({ deleted_at: now, deleted_by: person.userId })
    .where('id', 'in', postIds)
    .execute()
  for (const postId of postIds) await call.emit({ type: 'post.deleted', postId })
  return {}
}

/** Brings deleted posts back as they were; their schedules are looked at again, in case their time came meanwhile. */
export const restoreDeletedPosts = async (
  { body }: Input<typeof restorePosts>,
  call: ScopedCall,
): Promise<Answer<typeof restorePosts>> => {
  const { tx, scope, services, now } = call
  const postIds = [...new Set(body.post_ids)]
  const restored = await tx
    .updateTable('posts')
    .set({ deleted_at: null, deleted_by: null })
    .where('id', 'in', postIds)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', '>=', new Date(now.getTime() - RESTORE_HOURS * HOUR))
    .returning('id')
    .execute()
  if (restored.length < postIds.length) return fail('not_found')
  const schedules = await tx
    .selectFrom('schedules')
    .select(['id', 'datetime'])
    .where('post_id', 'in', postIds)
    .where('deleted_at', 'is', null)
    .where('released_at', 'is', null)
    .execute()
  for (const { id, datetime } of schedules)
    await services.jobs.enqueue(tx, 'release-schedule', { scheduleId: id }, { runAt: datetime })
  for (const postId of postIds) await call.emit({ type: 'post.restored', postId })
  return {}
}
