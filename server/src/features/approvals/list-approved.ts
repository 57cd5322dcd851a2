import type { listApproved } from '#domain/approvals/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { approvedFor, listByStatus } from './lists.ts'

export const listApprovedPosts = (
  _input: Input<typeof listApproved>,
  call: ScopedCall,
): Promise<Answer<typeof listApproved>> => listByStatus(call, approvedFor(call.scope.role))
