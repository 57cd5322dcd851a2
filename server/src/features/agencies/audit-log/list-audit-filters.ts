import type * as contract from '#domain/agencies/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fullName } from '#domain/kernel/text.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'

/** Everyone and everything that the log names, including those that are gone. */
export const listAuditFilters = async (
  _input: Input<typeof contract.listAuditFilters>,
  { db, agency: { agencyId } }: AgencyPoolCall,
): Promise<Answer<typeof contract.listAuditFilters>> => {
  const named = (column: 'actor_id' | 'project_id') =>
    db.selectFrom('audit_log').select(column).where('agency_id', '=', agencyId)
  const actors = await db
    .selectFrom('users')
    .select(['id', 'name', 'last_name', 'email'])
    .where('id', 'in', named('actor_id').$castTo<{ actor_id: number }>())
    .orderBy('name')
    .orderBy('last_name')
    .orderBy('id')
    .execute()
  const projects = await db
    .selectFrom('projects')
    .select(['id', 'name', 'deleted_at'])
    .where('id', 'in', named('project_id').$castTo<{ project_id: number }>())
    .orderBy('name')
    .orderBy('id')
    .execute()
  return {
    actors: actors.map(({ last_name, ...actor }) => ({
      ...actor,
      name: fullName({ name: actor.name, last_name }),
    })),
    projects: projects.map(({ deleted_at, ...project }) => ({ ...project, is_deleted: deleted_at !== null })),
  }
}
