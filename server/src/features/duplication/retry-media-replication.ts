import type * as contract from '#domain/duplication/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { getPostFor } from '#server/features/posts/posts.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { replicateMediaQueue } from './media-copies.ts'
import { emitReplication } from './replicate-media.ts'

export const retryMediaReplication = async (
  { params: { postId } }: Input<typeof contract.retryMediaReplication>,
  call: ScopedCall,
): Promise<Answer<typeof contract.retryMediaReplication>> => {
  const { tx, scope, services, now } = call
  const [again] = await tx
    .updateTable('media_copies')
    .set({ status: 'pending-duplication', failure: null, attempt: 0, updated_at: now })
    .where('post_id', '=', postId)
    .where('project_id', '=', scope.projectId)
    .where('status', '=', 'failed')
    .returningAll()
    .execute()
  if (!again) return fail('illegal_transition', { message: 'No file of this post has failed to be copied.' })
  await services.jobs.enqueue(tx, replicateMediaQueue, { postId })
  await emitReplication(tx, again)
  return getPostFor(tx, viewerOf(call), postId, now)
}
