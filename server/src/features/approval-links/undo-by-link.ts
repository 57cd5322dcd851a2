import type * as contract from '#domain/approval-links/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import { undoApproval } from '#server/features/approvals/undo-approval.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { recordLinkUse } from './decisions.ts'

export const undoByLink = async (
  { body }: Input<typeof contract.undoByLink>,
  call: ScopedCall,
): Promise<Answer<typeof contract.undoByLink>> => {
  const answer = await undoApproval({ body, params: undefined, query: undefined }, call)
  if (!isFailure(answer)) await recordLinkUse(call, 'post.approval_undone_by_link', [answer.id])
  return answer
}
