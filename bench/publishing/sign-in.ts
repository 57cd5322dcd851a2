import type { Role } from '#domain/permissions/table.ts'
import { beginSession } from '#server/platform/session/tokens.ts'
import { buildPerson } from '#testing/people.ts'
import type { Stand } from './stand.ts'

/** A new person with this role in the project, signed in. @returns the bearer token */
export const signInAs = async ({ db }: Stand, projectId: number, role: Role): Promise<string> => {
  const { agency_id: agencyId } = await db
    .selectFrom('projects')
    .select('agency_id')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  const person = await buildPerson(db, { projectId, agencyId, timezone: 'Europe/Berlin' }, role)
  const { token } = await db.transaction().execute(tx => beginSession(tx, person.userId, new Date()))
  return token
}
