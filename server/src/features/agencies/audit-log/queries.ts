import { auditCsv } from '#domain/agencies/audit-log.ts'
import type * as contract from '#domain/agencies/contract.ts'
import type { AuditEntry } from '#domain/agencies/model.ts'
import { addDays } from '#domain/kernel/days.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { instantOf } from '#domain/kernel/time.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import type { AgencyScope } from '#server/platform/session/scope.ts'

/** Lines of one file: some megabytes, which a browser still takes in one answer. */
const MAX_EXPORTED = 20_000

type Filters = Input<typeof contract.exportAuditLog>['query']

const filtered = (db: Reader, { agencyId }: AgencyScope, filters: Filters) => {
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
    .$if(action !== undefined, query => query.where('l.action', '=', action ?? 'agency.created'))
    .$if(actor_id !== undefined, query => query.where('l.actor_id', '=', actor_id ?? 0))
    .$if(project_id !== undefined, query => query.where('l.project_id', '=', project_id ?? 0))
    .$if(from !== undefined, query => query.where('l.created_at', '>=', startOf(from ?? '')))
    .$if(to !== undefined, query => query.where('l.created_at', '<', startOf(addDays(to ?? '', 1))))
    .orderBy('l.id', 'desc')
}

type Line = Awaited<ReturnType<ReturnType<typeof filtered>['execute']>>[number]

const toEntry = (row: Line): AuditEntry => ({
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

/** One page, and where the next begins: one line more than asked for tells whether there is any. */
export const listLogOfAgency = async (
  { query: { before_id, limit, ...filters } }: Input<typeof contract.listAuditLog>,
  { tx, agency }: AgencyCall,
): Promise<Answer<typeof contract.listAuditLog>> => {
  const rows = await filtered(tx, agency, filters)
    .$if(before_id !== undefined, query => query.where('l.id', '<', before_id ?? 0))
    .limit(limit + 1)
    .execute()
  const entries = rows.slice(0, limit).map(toEntry)
  return { entries, next_before_id: rows.length > limit ? (entries.at(-1)?.id ?? null) : null }
}

export const exportLogOfAgency = async (
  { query }: Input<typeof contract.exportAuditLog>,
  { tx, agency, now }: AgencyCall,
): Promise<Answer<typeof contract.exportAuditLog>> => {
  const rows = await filtered(tx, agency, query)
    .limit(MAX_EXPORTED + 1)
    .execute()
  return {
    file_name: `audit-log-${now.toISOString().slice(0, 10)}.csv`,
    csv: auditCsv(rows.slice(0, MAX_EXPORTED).map(toEntry)),
    is_cut: rows.length > MAX_EXPORTED,
  }
}

/** Whoever and whatever the log names, those who are gone too. */
export const listChoicesOfLog = async (
  _input: Input<typeof contract.listAuditChoices>,
  { tx, agency: { agencyId } }: AgencyCall,
): Promise<Answer<typeof contract.listAuditChoices>> => {
  const named = (column: 'actor_id' | 'project_id') =>
    tx.selectFrom('audit_log').select(column).where('agency_id', '=', agencyId)
  const actors = await tx
    .selectFrom('users')
    .select(['id', 'name', 'last_name', 'email'])
    .where('id', 'in', named('actor_id').$castTo<{ actor_id: number }>())
    .orderBy('name')
    .orderBy('last_name')
    .orderBy('id')
    .execute()
  const projects = await tx
    .selectFrom('projects')
    .select(['id', 'name', 'deleted_at'])
    .where('id', 'in', named('project_id').$castTo<{ project_id: number }>())
    .orderBy('name')
    .orderBy('id')
    .execute()
  return {
    actors: actors.map(({ last_name, ...actor }) => ({
      ...actor,
      name: `${actor.name} ${last_name}`.trim(),
    })),
    projects: projects.map(({ deleted_at, ...project }) => ({ ...project, is_deleted: deleted_at !== null })),
  }
}
