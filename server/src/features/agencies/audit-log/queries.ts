import type { exportAuditLog, listAuditLog } from '#domain/agencies/contract.ts'
import type { AuditEntry } from '#domain/agencies/model.ts'
import { auditCsv } from '#domain/agencies/rules.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import type { AgencyScope } from '#server/platform/session/scope.ts'

/** Lines of one file: some megabytes, which a browser still takes in one answer. */
const MAX_EXPORTED = 20_000
const DAY_MS = 86_400_000

type Filters = Input<typeof exportAuditLog>['query']

const filtered = (db: Reader, { agencyId }: AgencyScope, filters: Filters) => {
  const { action, actor_id, project_id, from, to } = filters
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
    .$if(from !== undefined, query => query.where('l.created_at', '>=', new Date(`${from}T00:00:00Z`)))
    .$if(to !== undefined, query =>
      query.where('l.created_at', '<', new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS)),
    )
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
  { query: { before_id, limit, ...filters } }: Input<typeof listAuditLog>,
  { tx, agency }: AgencyCall,
): Promise<Answer<typeof listAuditLog>> => {
  const rows = await filtered(tx, agency, filters)
    .$if(before_id !== undefined, query => query.where('l.id', '<', before_id ?? 0))
    .limit(limit + 1)
    .execute()
  const entries = rows.slice(0, limit).map(toEntry)
  return { entries, next_before_id: rows.length > limit ? (entries.at(-1)?.id ?? null) : null }
}

export const exportLogOfAgency = async (
  { query }: Input<typeof exportAuditLog>,
  { tx, agency, now }: AgencyCall,
): Promise<Answer<typeof exportAuditLog>> => {
  const rows = await filtered(tx, agency, query)
    .limit(MAX_EXPORTED + 1)
    .execute()
  return {
    file_name: `audit-log-${now.toISOString().slice(0, 10)}.csv`,
    csv: auditCsv(rows.slice(0, MAX_EXPORTED).map(toEntry)),
    is_cut: rows.length > MAX_EXPORTED,
  }
}
