import type * as contract from '#domain/approvals/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { listInRange, pendingFor } from './lists.ts'

export const listPendingApprovalInRange = (
  { params }: Input<typeof contract.listPendingApprovalInRange>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listPendingApprovalInRange>> =>
  listInRange(call, pendingFor(call.scope.role), params)
