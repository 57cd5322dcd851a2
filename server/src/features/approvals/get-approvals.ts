import type * as contract from '#domain/approvals/contract.ts'
import { maySeeRound } from '#domain/approvals/rounds.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { readActions } from './history.ts'
import { readPlan } from './plan.ts'

/** The rounds, the history and the plan of a post, as far as the caller may see them (docs/product/approvals.md "What clients see"). */
export const getApprovals = async (
  { params }: Input<typeof contract.getApprovals>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.getApprovals>> => {
  const { db, scope, services } = call
  const post = await answerPost(db, call, params.postId, call.now)
  if (isFailure(post)) return post
  const ids = post.post_socials.map(social => social.id)
  const actions = await readActions(db, ids, services.config.publicUrl)
  return {
    approvals: post.post_socials.map(social => ({
      post_social_id: social.id,
      social_network: social.social_network,
      approvals: social.approvals,
      actions: (actions.get(social.id) ?? []).filter(action => maySeeRound(scope, action.round)),
    })),
    approval_plan: await readPlan(db, call, post),
  }
}
