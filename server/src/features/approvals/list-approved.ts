import type * as contract from '#domain/approvals/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { approvedFor, listByStatus } from './lists.ts'

export const listApproved = (
  _input: Input<typeof contract.listApproved>,
  call: ScopedCall,
): Promise<Answer<typeof contract.listApproved>> => listByStatus(call, approvedFor(call.scope.role))
