import type * as contract from '#domain/agencies/contract.ts'
import type { AuditEntry } from '#domain/agencies/model.ts'
import { addDays } from '#domain/kernel/days.ts'
import type { Input } from '#domain/kernel/endpoint.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { AgencyScope } from '#server/platform/session/scope.ts'

type Filters = Input<typeof contract.exportAuditLog>['query']

export const selectEntries = (db: Reader, { agencyId }: AgencyScope, filters: Filters) => {
  const { action, actor_id, project_id, from, to, timezone } = filters
  const startOf = (date: string) => instantOf({ date, time: '00:00', timezone })
  return db
    .selectFrom('audit_log as l')
    .leftJoin('users as u', 'u.id', 'l.actor_id')
    .leftJoin('projects as p', 'p.id', 'l.project_id')
    .select(['l.id', 'l.action', 'l.subject', 'l.old', 'l.new', 'l.address', 'l.created_at'])
    .select([
      'u.id as actor_id',
      'u.name',
      'u.last_name',
      'u.email',
      'p.id as project_id',
      'p.name as project',
    ])
    .where('l.agency_id', '=', agencyId)
    .where(({ and, eb }) =>
      and([
        ...(action === undefined ? [] : [eb('l.action', '=', action)]),
        ...(actor_id === undefined ? [] : [eb('l.actor_id', '=', actor_id)]),
        ...(project_id === undefined ? [] : [eb('l.project_id', '=', project_id)]),
        ...(from === undefined ? [] : [eb('l.created_at', '>=', startOf(from))]),
        ...(to === undefined ? [] : [eb('l.created_at', '<', startOf(addDays(to, 1)))]),
      ]),
    )
    .orderBy('l.id', 'desc')
}

type Line = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number]

export const toEntry = (row: Line): AuditEntry => ({
  id: row.id,
  action: row.action,
  actor:
    row.actor_id === null
      ? null
      : { id: row.actor_id, name: `${row.name} ${row.last_name}`.trim(), email: row.email ?? '' },
  project: row.project_id === null ? null : { id: row.project_id, name: row.project ?? '' },
  subject: row.subject,
  old: row.old,
  new: row.new,
  address: row.address,
  created_at: row.created_at.toISOString(),
})
