import type * as contract from '#domain/approval-links/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { decideEach } from '#server/features/approvals/decide-each.ts'
import { undoOwnApproval } from '#server/features/approvals/undo-approval.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { recordLinkUse } from './decisions.ts'

export const undoApprovalsByLink = async (
  { body }: Input<typeof contract.undoApprovalsByLink>,
  call: ScopedCall,
): Promise<Answer<typeof contract.undoApprovalsByLink>> => {
  const decided = await decideEach(call, body.approvals, undoOwnApproval)
  const ids = decided.posts.map(({ id }) => id)
  await recordLinkUse(call, 'post.approval_undone_by_link', ids)
  return decided
}
