import { sql } from 'kysely'
import type * as contract from '#domain/duplication/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { can } from '#domain/permissions/can.ts'
import { type Role, roles } from '#domain/permissions/table.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { roleIn } from '#server/platform/session/scope.ts'

/** More are found by their name. */
const MOST = 50

const creators: readonly Role[] = roles.filter(role => can({ role }, 'post.create'))

export const listCloneProjects = async (
  { query: { q } }: Input<typeof contract.listCloneProjects>,
  { db, scope, person }: ScopedPoolCall,
): Promise<Answer<typeof contract.listCloneProjects>> => {
  const { rows } = await sql<{ id: number; name: string; timezone: string }>`
    select p.id, p.name, p.timezone from projects p
    where p.agency_id = ${scope.agencyId} and p.deleted_at is null and p.archived_at is null and ${roleIn('p', person)} = any(${[...creators]}::text[])
      and position(lower(${q ?? ''}) in lower(p.name)) > 0
    order by p.id <> ${scope.projectId}, lower(p.name), p.id limit ${sql.lit(MOST)}`.execute(db)
  return rows
}
