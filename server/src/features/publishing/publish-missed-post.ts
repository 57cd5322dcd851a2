import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/publishing/pauses-contract.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { releaseOne } from './held-posts.ts'
import { pausedRefusal } from './pauses.ts'

/** Publishes now what came due in a pause: one of the three decisions about it (docs/product/publishing.md "Pause"). */
export const publishMissedPost = async (
  { params: { publicationId } }: Input<typeof contract.publishMissedPost>,
  { tx, scope, person }: ScopedCall,
): Promise<Answer<typeof contract.publishMissedPost>> => {
  const refusal = await pausedRefusal(tx, scope)
  if (refusal) return refusal
  const now = await databaseNow(tx)
  const released = await releaseOne(tx, {
    agencyId: scope.agencyId,
    missedIn: scope.projectId,
    publicationId,
    now,
  })
  if (!released) return fail('not_found')
  // The history names who decided, and pages of others count again what waits.
  const event =
    released.kind === 'post' ? 'post_social.publishing_started' : 'post_social.first_comment_retried'
  await emitOfPostSocial(tx, event, released.social, person.userId)
  return {}
}
