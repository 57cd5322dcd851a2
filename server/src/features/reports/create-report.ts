import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/reports/contract.ts'
import { byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { daysRefusal } from './figures/periods.ts'
import { insertReport } from './new-report.ts'

export const createReport = async (
  { body }: Input<typeof contract.createReport>,
  call: ScopedCall,
): Promise<Answer<typeof contract.createReport>> => {
  const refusal = daysRefusal(body)
  if (refusal) return refusal
  const { projectId } = call.scope
  return { id: await insertReport(call.tx, byScoped(call), { ...body, projectId, isScheduled: false }) }
}
