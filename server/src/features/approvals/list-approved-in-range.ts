import type { listApprovedInRange } from '#domain/approvals/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { approvedFor, listInRange } from './lists.ts'

export const listApprovedPostsInRange = (
  { params }: Input<typeof listApprovedInRange>,
  call: ScopedCall,
): Promise<Answer<typeof listApprovedInRange>> => listInRange(call, approvedFor(call.scope.role), params)
