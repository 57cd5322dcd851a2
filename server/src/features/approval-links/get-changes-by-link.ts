import type * as contract from '#domain/approval-links/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { getChangesSinceDecision } from '#server/features/approvals/snapshots/get-changes-since-decision.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { withSignedMedia } from './signed-media.ts'

/** As the same person sees it signed in, but only of a post that waits for them: a link opens nothing else. */
export const getChangesByLink = async (
  { params }: Input<typeof contract.getChangesByLink>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.getChangesByLink>> => {
  const post = await answerPost(call.db, call, params.postId, call.now)
  if (isFailure(post)) return post
  if (post.can_approve_post_socials.length === 0) return fail('not_found')
  const changes = await getChangesSinceDecision({ params, body: undefined, query: undefined }, call)
  return isFailure(changes) ? changes : withSignedMedia(changes, call.services.config, call.now)
}
