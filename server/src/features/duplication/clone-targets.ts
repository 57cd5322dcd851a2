import { type Failure, fail } from '#domain/kernel/failure.ts'
import { can } from '#domain/permissions/can.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { refuseArchived } from '#server/platform/http/archived.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'
import { findProjectScope, type ProjectScope } from '#server/platform/session/scope.ts'

/**
 * The project that a post is to be cloned to. Another agency's does not exist here, also for a person who works for both, so that one
 * agency's content does not end up with another; a project in which they may only approve is refused.
 */
export const findCloneTarget = async (
  db: Reader,
  { scope, person }: ScopedContext,
  projectId: number,
): Promise<ProjectScope | Failure<'not_found' | 'forbidden' | 'project_archived'>> => {
  const target = await findProjectScope(db, projectId, person)
  if (!target || target.agencyId !== scope.agencyId) return fail('not_found')
  if (!can(target, 'post.create')) return fail('forbidden')
  return refuseArchived(target) ?? target
}
