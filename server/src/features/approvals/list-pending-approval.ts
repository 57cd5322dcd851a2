import type { listPendingApproval } from '#domain/approvals/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { listByStatus, pendingFor } from './lists.ts'

export const listPostsToApprove = (
  _input: Input<typeof listPendingApproval>,
  call: ScopedCall,
): Promise<Answer<typeof listPendingApproval>> => listByStatus(call, pendingFor(call.scope.role))
