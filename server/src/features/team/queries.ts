import { sql } from 'kysely'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/team/contract.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { type Account, listOpenInvitations } from './inviting/queries.ts'

export const listInvitationsOfProject = (
  _input: Input<typeof contract.listProjectInvitations>,
  { tx, scope, now }: ScopedCall,
): Promise<Answer<typeof contract.listProjectInvitations>> =>
  listOpenInvitations(tx, { projectId: scope.projectId }, now)

/** Somebody of this agency: its admin, invited to it, or in one of its projects; null for anybody else. */
export const findAgencyUser = async (
  db: Reader,
  agencyId: number,
  userId: number,
): Promise<Account | null> => {
  const { rows } = await sql<Account>`
    select u.id, u.name, u.last_name, u.email from users u
    where u.id = ${userId} and (
      exists (select 1 from agency_admins a where a.agency_id = ${agencyId} and a.user_id = u.id)
      or exists (select 1 from agency_members m where m.agency_id = ${agencyId} and m.user_id = u.id)
      or exists (select 1 from project_members m join projects p on p.id = m.project_id
        where p.agency_id = ${agencyId} and m.user_id = u.id))`.execute(db)
  return rows[0] ?? null
}
