import type * as contract from '#domain/duplication/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { mediaCopyLifecycle } from '#domain/media/status.ts'
import { getPostFor } from '#server/features/posts/posts.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import { moveAll } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { replicateMediaQueue } from './media-copies.ts'
import { emitReplication } from './replicate-media.ts'

export const retryMediaReplication = async (
  { params: { postId } }: Input<typeof contract.retryMediaReplication>,
  call: ScopedCall,
): Promise<Answer<typeof contract.retryMediaReplication>> => {
  const { tx, scope, services, now } = call
  const copies = await tx
    .selectFrom('media_copies')
    .select('media_id as id')
    .where('post_id', '=', postId)
    .where('project_id', '=', scope.projectId)
    .execute()
  const start = { failure: null, attempt: 0, updated_at: now }
  const retried = await moveAll(
    tx,
    mediaCopyLifecycle,
    'retried',
    copies.map(({ id }) => ({ id, ...start })),
  )
  if (retried.size === 0)
    return fail('illegal_transition', { message: 'No file of this post has failed to be copied.' })
  await services.jobs.enqueue(tx, replicateMediaQueue, { postId })
  await emitReplication(tx, { project_id: scope.projectId, post_id: postId, status: 'pending-duplication' })
  return getPostFor(tx, viewerOf(call), postId, now)
}
