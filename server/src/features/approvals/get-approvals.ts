import { withoutUnseenRestores } from '#domain/approvals/activity.ts'
import { isAuthorShownToClients } from '#domain/approvals/authors.ts'
import type * as contract from '#domain/approvals/contract.ts'
import type { ApprovalAction } from '#domain/approvals/model.ts'
import { maySeeRound } from '#domain/approvals/rounds.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import { withoutNames } from '#server/features/marks/marks.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { readActions } from './history.ts'
import { readPlan } from './plan.ts'
import { readOpenProposals } from './proposals/text-proposals.ts'

/** The entries that the caller may see; a client does not learn who acts inside the agency. */
export const actionsFor = async (
  { db, scope, services }: ScopedPoolCall,
  actions: readonly ApprovalAction[],
): Promise<readonly ApprovalAction[]> => {
  if (maySeeRound(scope, 'internal')) return actions
  const people = await listPeople(db, scope, services.config.publicUrl)
  const isShown = ({ type, created_by_user: author }: ApprovalAction) =>
    isAuthorShownToClients(type, people.find(({ id }) => id === author?.id)?.role ?? null)
  return withoutUnseenRestores(
    actions.filter(({ round }) => round !== null && maySeeRound(scope, round)),
  ).map(action => withoutNames(isShown(action) ? action : { ...action, created_by_user: null }))
}

/** The rounds, the history and the plan of a post, as far as the caller may see them (docs/product/approvals.md "What clients see"). */
export const getApprovals = async (
  { params }: Input<typeof contract.getApprovals>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.getApprovals>> => {
  const { db, services } = call
  const post = await answerPost(db, call, params.postId, call.now)
  if (isFailure(post)) return post
  const ids = post.post_socials.map(social => social.id)
  const actions = await readActions(db, ids, services.config.publicUrl)
  const proposals = await readOpenProposals(call, ids)
  const proposedFor = (id: number) => proposals.filter(({ post_social_id }) => post_social_id === id).length
  const shownActions = await actionsFor(call, [...actions.values()].flat())
  return {
    approvals: post.post_socials.map(social => ({
      post_social_id: social.id,
      social_network: social.social_network,
      approvals: social.approvals,
      actions: shownActions.filter(action => action.post_social_id === social.id),
      ...(proposedFor(social.id) > 0 && { words_proposed: proposedFor(social.id) }),
    })),
    approval_plan: await readPlan(db, call, post),
  }
}
