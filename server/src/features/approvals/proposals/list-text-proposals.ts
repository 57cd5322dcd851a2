import type * as contract from '#domain/approvals/conversation-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import { isClosedVersion } from '#domain/posts/status.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import { readRounds } from '#server/features/posts/rounds.ts'
import { masterNetworkOf } from '#server/features/posts/viewer.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { readOpenProposals, toTextProposals } from './text-proposals.ts'

/** Those for versions that the caller sees and that can still be edited; clients see their own. */
export const listTextProposals = async (
  { params }: Input<typeof contract.listTextProposals>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listTextProposals>> => {
  const { db, scope } = call
  const post = await answerPost(db, call, params.postId, call.now)
  if (isFailure(post)) return post
  const ids = post.post_socials.flatMap(({ id, status }) => (isClosedVersion(status) ? [] : [id]))
  const proposals = await readOpenProposals(call, ids)
  if (proposals.length === 0) return []
  const all = post.post_socials.map(({ id }) => id)
  const situation = {
    socials: post.post_socials,
    rounds: await readRounds(db, all),
    masterNetwork: masterNetworkOf(scope),
  }
  return toTextProposals(db, call, situation, proposals)
}
