import { findProjectScope, type Person } from '#server/platform/session/scope.ts'
import type { ScopedContext, Services } from './route.ts'

/**
 * The context of a job that acts for a person, with what they may do now; null if they were removed from the project or blocked since
 * they asked for it. The caller checks the permission.
 */
export const jobContext = async (
  services: Services,
  { userId, projectId }: { readonly userId: number; readonly projectId: number },
): Promise<Omit<ScopedContext, 'now'> | null> => {
  const user = await services.db
    .selectFrom('users')
    .select(['id', 'name', 'last_name', 'is_super_admin', 'is_blocked'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user || user.is_blocked) return null
  const person: Person = {
    ...{ userId: user.id, sessionId: 0, isSuperAdmin: user.is_super_admin },
    name: `${user.name} ${user.last_name}`.trim(),
  }
  const scope = await findProjectScope(services.db, projectId, person)
  if (!scope) return null
  const nothing = () => undefined
  return {
    ...{ services, person, scope, log: services.log },
    ...{ files: [], token: null, address: '', userAgent: null, cookies: null },
    ...{ setCookie: nothing, linkNext: nothing, afterCommit: nothing, undoOnFailure: nothing },
  }
}
