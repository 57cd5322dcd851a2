import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { can } from '#domain/permissions/can.ts'
import type * as contract from '#domain/reports/contract.ts'
import { draftInstant } from '#domain/reports/monthly.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'

export const getReportSchedule = async (
  _input: Input<typeof contract.getReportSchedule>,
  { db, scope, services }: ScopedPoolCall,
): Promise<Answer<typeof contract.getReportSchedule>> => {
  const row = await db
    .selectFrom('report_schedules')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .executeTakeFirst()
  if (!row) return null
  const people = await listPeople(db, scope, services.config.publicUrl)
  const manager = people.find(({ id }) => id === row.manager_id)
  return {
    networks: row.networks,
    manager_id: row.manager_id,
    emails: row.emails,
    user_ids: row.user_ids.filter(id => people.some(person => person.id === id)),
    manager: manager && can({ role: manager.role }, 'report.write') ? manager.name : null,
    next_at: draftInstant(row.next_day, scope.timezone).toISOString(),
  }
}
