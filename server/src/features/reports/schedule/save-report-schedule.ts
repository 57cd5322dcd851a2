import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { can } from '#domain/permissions/can.ts'
import type * as contract from '#domain/reports/contract.ts'
import { nextDraftDay } from '#domain/reports/monthly.ts'
import { listPeople } from '#server/features/projects/people.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { strangersChosen } from '../recipients.ts'

export const saveReportSchedule = async (
  { body }: Input<typeof contract.saveReportSchedule>,
  call: ScopedCall,
): Promise<Answer<typeof contract.saveReportSchedule>> => {
  const { tx, scope, services, now } = call
  const people = await listPeople(tx, scope, services.config.publicUrl)
  const manager = people.find(({ id }) => id === body.manager_id)
  if (!manager || !can({ role: manager.role }, 'report.write')) {
    const text = 'Choose somebody who writes reports in this project'
    return fail('validation_error', { message: `${text}.`, errors: { manager_id: [text] } })
  }
  const named = people.filter(({ id }) => body.user_ids.includes(id))
  if (named.length < new Set(body.user_ids).size) return strangersChosen()
  const values = {
    networks: body.networks,
    manager_id: body.manager_id,
    emails: [...new Set(body.emails)],
    user_ids: named.map(({ id }) => id),
  }
  await tx
    .insertInto('report_schedules')
    .values({ ...values, project_id: scope.projectId, next_day: nextDraftDay(now, scope.timezone) })
    .onConflict(clash => clash.column('project_id').doUpdateSet(values))
    .execute()
  await audit(tx, byScoped(call), {
    action: 'report_schedule.changed',
    subject: scope.projectName,
    new: {
      networks: values.networks.join(', '),
      manager: manager.email,
      recipients: [...named.map(({ email }) => email), ...values.emails].join(', '),
    },
  })
  return {}
}
