import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { firstCommentLifecycle } from '#domain/posts/status.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import type * as contract from '#domain/publishing/contract.ts'
import { followUpCommentLifecycle } from '#domain/publishing/status.ts'
import { lockPostSocial } from '#server/features/posts/locks.ts'
import { getPostFor } from '#server/features/posts/posts.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { move } from '#server/platform/db/move.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { wakePublishing } from './engine/wake.ts'
import { pausedRefusal } from './pauses.ts'

/**
 * Tries the first comment of a live version again. Unless an earlier call certainly failed, the comment is looked up first, and is not
 * added while that is uncertain: a second comment under the post would be worse than none.
 */
export const retryFirstComment = async (
  { params }: Input<typeof contract.retryFirstComment>,
  call: ScopedCall,
): Promise<Answer<typeof contract.retryFirstComment>> => {
  const { tx, scope, person } = call
  const social = await lockPostSocial(call, params.postSocialId)
  if (!social) return fail('not_found')
  const publication = await tx
    .selectFrom('publications')
    .innerJoin('publication_follow_ups as f', 'f.publication_id', 'publications.id')
    .leftJoin('social_accounts', 'social_accounts.id', 'publications.social_account_id')
    .select(['publications.id', 'publications.social_account_id', 'social_accounts.removed_at'])
    .where('post_social_id', '=', social.id)
    .where('status', '=', 'live')
    .where('f.comment', '=', 'failed')
    .executeTakeFirst()
  if (social.status !== 'live') return statusRefusal([social.status])
  if (!publication)
    return fail('illegal_transition', { message: 'Only a first comment that failed can be retried.' })
  if (publication.social_account_id === null || publication.removed_at) return fail('network_not_connected')
  const paused = await pausedRefusal(tx, scope)
  if (paused) return paused
  const now = await databaseNow(tx)
  await move(tx, followUpCommentLifecycle, publication.id, 'retried', {
    run_at: now,
    since: now,
    permalink_attempts: 0,
    comment_attempts: 0,
    comment_resends: 0,
    comment_absent_look_ups: 0,
  })
  const shown = { first_comment_response: null, updated_at: now }
  await move(tx, firstCommentLifecycle, social.id, 'retried', shown)
  await emitOfPostSocial(tx, 'post_social.first_comment_retried', social, person.userId)
  await wakePublishing(tx)
  return getPostFor(tx, viewerOf(call), social.post_id, call.now)
}
