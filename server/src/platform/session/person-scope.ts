import { fullName } from '#domain/kernel/text.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { findProjectScope, type Person, type ProjectScope } from './scope.ts'

/**
 * A person without a session, and what they may do in a project now: for jobs that act for them, and for their secret addresses. Null if they
 * were removed from it or blocked.
 */
export const findPersonScope = async (
  db: Reader,
  { userId, projectId }: { readonly userId: number; readonly projectId: number },
): Promise<{ readonly person: Person; readonly scope: ProjectScope } | null> => {
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'last_name', 'is_super_admin'])
    .where('id', '=', userId)
    .where('is_blocked', '=', false)
    .executeTakeFirst()
  if (!user) return null
  const person = { userId, sessionId: 0, name: fullName(user), isSuperAdmin: user.is_super_admin }
  const scope = await findProjectScope(db, projectId, person)
  return scope && { person, scope }
}
