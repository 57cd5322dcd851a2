import type * as contract from '#domain/approvals/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { decideEach } from './decide-each.ts'
import { undoOwnApproval } from './undo-approval.ts'

export const undoApprovals = (
  { body }: Input<typeof contract.undoApprovals>,
  call: ScopedCall,
): Promise<Answer<typeof contract.undoApprovals>> => decideEach(call, body.approvals, undoOwnApproval)
