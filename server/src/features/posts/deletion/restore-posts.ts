import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/posts/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** How long a deletion can be undone. The toast closes after seconds, but a tab that was left open may still show it. */
export const RESTORE_HOURS = 24

const HOUR = 3_600_000

/** Restores deleted posts as they were; a schedule that came due in the meantime is released by the next sweep. */
export const restorePosts = async (
  { body }: Input<typeof contract.restorePosts>,
  call: ScopedCall,
): Promise<Answer<typeof contract.restorePosts>> => {
  const { tx, scope, now } = call
  const postIds = [...new Set(body.post_ids)]
  const restored = await tx
    .updateTable('posts')
    .set({ deleted_at: null, deleted_by: null })
    .where('id', 'in', postIds)
    .where('project_id', '=', scope.projectId)
    // Deleted for good from the bin: only the publisher's history is left.
    .where('purged_at', 'is', null)
    .where('deleted_at', '>=', new Date(now.getTime() - RESTORE_HOURS * HOUR))
    .returning('id')
    .execute()
  if (restored.length < postIds.length) return fail('not_found')
  for (const postId of postIds) await call.emit({ type: 'post.restored', postId })
  return {}
}
