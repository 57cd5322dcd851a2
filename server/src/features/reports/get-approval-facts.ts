import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/reports/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { readApprovalFacts } from './figures/approval-facts.ts'
import { daysRefusal } from './figures/periods.ts'

export const getApprovalFacts = async (
  { query }: Input<typeof contract.getApprovalFacts>,
  { db, scope, now }: ScopedPoolCall,
): Promise<Answer<typeof contract.getApprovalFacts>> =>
  daysRefusal(query) ?? readApprovalFacts(db, scope, query, now)
