import type * as contract from '#domain/approvals/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { listInRange } from './lists.ts'

export const listApprovedInRange = (
  { params }: Input<typeof contract.listApprovedInRange>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listApprovedInRange>> => listInRange(call, 'approved', params)
