import type { listPendingApprovalInRange } from '#domain/approvals/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { listInRange, pendingFor } from './lists.ts'

export const listPostsToApproveInRange = (
  { params }: Input<typeof listPendingApprovalInRange>,
  call: ScopedCall,
): Promise<Answer<typeof listPendingApprovalInRange>> =>
  listInRange(call, pendingFor(call.scope.role), params)
