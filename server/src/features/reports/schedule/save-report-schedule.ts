import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { can } from '#domain/permissions/can.ts'
import type * as contract from '#domain/reports/contract.ts'
import type { ReportRecipients } from '#domain/reports/model.ts'
import { nextDraftDay } from '#domain/reports/monthly.ts'
import { listPeople } from '#server/features/projects/people.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { endMailedLinks } from '../links/recipient-links.ts'
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
  const ended_links = await endRemoved(call, values)
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
  return { ended_links }
}

/** Ends the links of those who are taken off the list, and says so in the audit log. @returns how many */
const endRemoved = async (call: ScopedCall, chosen: ReportRecipients): Promise<number> => {
  const { tx, scope } = call
  const before = await tx
    .selectFrom('report_schedules')
    .select(['user_ids', 'emails'])
    .where('project_id', '=', scope.projectId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return 0
  const addressOf = await readAddresses(tx, [...before.user_ids, ...chosen.user_ids])
  // Somebody who was chosen by address and is now chosen by name stays on the list.
  const kept = new Set([...chosen.emails, ...chosen.user_ids.map(addressOf)])
  const userIds = before.user_ids.filter(id => !chosen.user_ids.includes(id) && !kept.has(addressOf(id)))
  const emails = [...before.emails, ...userIds.map(addressOf)].filter(email => !kept.has(email))
  const links = await endMailedLinks(tx, scope.projectId, { emails, userIds })
  if (links > 0)
    await audit(tx, byScoped(call), {
      action: 'report_link.revoked',
      subject: emails.join(', '),
      old: { links },
    })
  return links
}

/** The address of each of these people, by id. */
const readAddresses = async (tx: Tx, ids: readonly number[]): Promise<(id: number) => string> => {
  if (ids.length === 0) return () => ''
  const rows = await tx.selectFrom('users').select(['id', 'email']).where('id', 'in', ids).execute()
  const byId = new Map(rows.map(({ id, email }) => [id, email]))
  return id => byId.get(id) ?? ''
}
