import { findPersonScope } from '#server/platform/session/person-scope.ts'
import type { ScopedContext, Services } from './route.ts'

/**
 * The context of a job that acts for a person, with what they may do now; null if they were removed from the project or blocked since
 * they asked for it. The caller checks the permission.
 */
export const jobContext = async (
  services: Services,
  { userId, projectId }: { readonly userId: number; readonly projectId: number },
): Promise<Omit<ScopedContext, 'now'> | null> => {
  const found = await findPersonScope(services.db, { userId, projectId })
  if (!found) return null
  const nothing = () => undefined
  return {
    services,
    ...found,
    log: services.log,
    files: [],
    token: null,
    address: '',
    userAgent: null,
    cookies: null,
    setCookie: nothing,
    linkNext: nothing,
    afterCommit: nothing,
    undoOnFailure: nothing,
  }
}
