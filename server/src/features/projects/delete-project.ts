import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/projects/contract.ts'
import { openStatuses } from '#domain/publishing/status.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { notifyAccessChanged } from '#server/platform/session/end-sessions.ts'

/**
 * Locks every version of the project, in the order of the ids. A transaction that starts a publication has either committed before,
 * and its publication is seen here, or comes after and finds the project deleted.
 */
export const lockPostSocials = (tx: Tx, projectId: number) =>
  tx
    .selectFrom('post_socials')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .forUpdate()
    .execute()

const isPublishing = async (tx: Tx, projectId: number): Promise<boolean> =>
  (await tx
    .selectFrom('publications')
    .select('id')
    .where('project_id', '=', projectId)
    .where('status', 'in', openStatuses)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The people whose open pages show the project. */
const listMembers = async (tx: Tx, projectId: number, agencyId: number): Promise<number[]> => {
  const members = tx.selectFrom('project_members').select('user_id').where('project_id', '=', projectId)
  const admins = tx.selectFrom('agency_admins').select('user_id').where('agency_id', '=', agencyId)
  return (await members.union(admins).execute()).map(row => row.user_id)
}

/**
 * Soft-deletes a project: its rows stay, but from the commit on nobody finds it, nothing of it is published, and its accounts are no
 * longer checked (decision 14). Schedules that have not been released are deleted with the same timestamp, so that they can be told
 * apart from those deleted before.
 */
export const deleteProject = async (
  _input: Input<typeof contract.deleteProject>,
  call: ScopedCall,
): Promise<Answer<typeof contract.deleteProject>> => {
  const { tx, scope, now } = call
  const { projectId, agencyId, projectName } = scope
  await lockPostSocials(tx, projectId)
  // Of an archived client nothing is on its way: what was queued is put aside.
  if (!scope.isArchived && (await isPublishing(tx, projectId)))
    return fail('being_published', {
      message: 'A post of this project is being published. Try again in a few minutes.',
    })
  const { numUpdatedRows } = await tx
    .updateTable('projects')
    .set({ deleted_at: now })
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return fail('not_found')
  await tx
    .updateTable('schedules')
    .set({ deleted_at: now, updated_at: now })
    .where('project_id', '=', projectId)
    .where('released_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  await audit(tx, byScoped(call), { action: 'project.deleted', subject: projectName })
  await notifyAccessChanged(tx, await listMembers(tx, projectId, agencyId))
  return {}
}
