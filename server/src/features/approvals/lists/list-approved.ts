import type * as contract from '#domain/approvals/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { listPage } from './lists.ts'

export const listApproved = (
  { query }: Input<typeof contract.listApproved>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listApproved>> => listPage(call, 'approved', query)
