import type * as contract from '#domain/approval-links/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { approveOpenRound } from '#server/features/approvals/approve-round.ts'
import { decideEach } from '#server/features/approvals/decide-each.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { recordLinkUse } from './decisions.ts'

export const approveRoundsByLink = async (
  { body }: Input<typeof contract.approveRoundsByLink>,
  call: ScopedCall,
): Promise<Answer<typeof contract.approveRoundsByLink>> => {
  const decided = await decideEach(call, body.rounds, approveOpenRound)
  const ids = decided.posts.map(({ id }) => id)
  await recordLinkUse(call, 'post.approved_by_link', ids)
  return decided
}
