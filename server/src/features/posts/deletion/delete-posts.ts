import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/posts/contract.ts'
import { postStatus } from '#domain/posts/status.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { lockPostSocials } from '../locks.ts'
import { withdrawUnsent } from '../withdraw-unsent.ts'

type Refusal = Failure<'not_found' | 'being_published' | 'already_live'>

export const deletePosts = (
  { body }: Input<typeof contract.deletePosts>,
  call: ScopedCall,
): Promise<Answer<typeof contract.deletePosts>> => deleteAll(call, body.post_ids)

/**
 * Marks posts as deleted. Nothing else changes, not even an open round or a schedule, so that Undo restores everything. Every read,
 * the session gate and the release at the due time leave out marked posts.
 */
export const deleteAll = async (
  call: ScopedCall,
  ids: readonly number[],
): Promise<Record<string, never> | Refusal> => {
  const { tx, scope, person, now } = call
  const postIds = [...new Set(ids)]
  const locked = await lockPostSocials(tx, scope, postIds)
  if (!locked) return fail('not_found')
  const present = await withdrawUnsent(tx, locked, { now, personId: person.userId })
  for (const socials of Map.groupBy(present, social => social.post_id).values()) {
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
