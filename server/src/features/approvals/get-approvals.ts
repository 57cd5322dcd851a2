import type { getApprovals } from '#domain/approvals/contract.ts'
import type { ApprovalPlan } from '#domain/approvals/model.ts'
import { roundsOnPlan } from '#domain/approvals/plan.ts'
import { maySeeRound } from '#domain/approvals/rounds.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type { Post } from '#domain/posts/model.ts'
import { isSettingOn } from '#domain/projects/model.ts'
import { getPostFor, viewerOf } from '#server/features/posts/posts.ts'
import { listPeople } from '#server/features/projects/queries.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { readActions } from './history.ts'

/** The post as the caller now sees it; one of which they see nothing is not there. */
export const answerPost = async (
  call: ScopedCall,
  postId: number,
  now: Date,
): Promise<Post | Failure<'not_found'>> => {
  const post = await getPostFor(call.tx, viewerOf(call), postId, now)
  return isFailure(post) ? fail('not_found', { message: post.message }) : post
}

/** The rounds, the history and the plan of a post, without what the caller may not see of it. */
export const getApprovalsOfPost = async (
  { params }: Input<typeof getApprovals>,
  call: ScopedCall,
): Promise<Answer<typeof getApprovals>> => {
  const { tx, scope, services } = call
  const post = await answerPost(call, params.postId, call.now)
  if (isFailure(post)) return post
  const ids = post.post_socials.map(social => social.id)
  const actions = await readActions(tx, ids, services.config.publicUrl)
  return {
    approvals: post.post_socials.map(social => ({
      post_social_id: social.id,
      social_network: social.social_network,
      approvals: social.approvals,
      actions: (actions.get(social.id) ?? []).filter(action => maySeeRound(scope, action.round)),
    })),
    approval_plan: await readPlan(call, post),
  }
}

/**
 * The plan of a post. A round that will not be held, for want of external approvers too, reads as skipped; so does the internal one for
 * a client, to whom it does not exist.
 */
export const readPlan = async (call: ScopedCall, post: Post): Promise<ApprovalPlan> => {
  const { scope, services } = call
  const people = await listPeople(call.tx, scope, services.config.publicUrl)
  const rounds = roundsOnPlan({
    skipped: post.skipped_approvals,
    hasExternalApprovers: people.some(person => person.role === 'external-approver'),
  })
  const seesInternal = maySeeRound(scope, 'internal')
  return {
    postId: post.id,
    isMasterContent: post.master_social_post_id !== null,
    isSingleRoundInternalApprove:
      seesInternal && isSettingOn(scope.settings, 'single-round-internal-approve'),
    masterSocialNetwork: post.master_social_network,
    rounds: {
      internal: { isSkipped: !seesInternal || !rounds.includes('internal') },
      external: { isSkipped: !rounds.includes('external') },
    },
  }
}
