import type * as contract from '#domain/approval-links/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import { approveRound } from '#server/features/approvals/approve-round.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { recordLinkUse } from './decisions.ts'

export const approveByLink = async (
  { body }: Input<typeof contract.approveByLink>,
  call: ScopedCall,
): Promise<Answer<typeof contract.approveByLink>> => {
  const answer = await approveRound({ body, params: undefined, query: undefined }, call)
  if (!isFailure(answer)) await recordLinkUse(call, 'post.approved_by_link', [answer.id])
  return answer
}
