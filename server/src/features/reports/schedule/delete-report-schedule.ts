import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/reports/contract.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** Without a schedule nothing changes: it is as requested. */
export const deleteReportSchedule = async (
  _input: Input<typeof contract.deleteReportSchedule>,
  call: ScopedCall,
): Promise<Answer<typeof contract.deleteReportSchedule>> => {
  const { tx, scope } = call
  const ended = await tx
    .deleteFrom('report_schedules')
    .where('project_id', '=', scope.projectId)
    .returning('project_id')
    .executeTakeFirst()
  if (ended) await audit(tx, byScoped(call), { action: 'report_schedule.ended', subject: scope.projectName })
  return {}
}
