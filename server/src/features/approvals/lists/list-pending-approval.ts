import type * as contract from '#domain/approvals/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { listPage } from './lists.ts'

export const listPendingApproval = (
  { query }: Input<typeof contract.listPendingApproval>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listPendingApproval>> => listPage(call, 'pending', query)
