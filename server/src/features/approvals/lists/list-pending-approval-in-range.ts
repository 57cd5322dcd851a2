import type * as contract from '#domain/approvals/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { listInRange } from './lists.ts'

export const listPendingApprovalInRange = (
  { params }: Input<typeof contract.listPendingApprovalInRange>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listPendingApprovalInRange>> => listInRange(call, 'pending', params)
