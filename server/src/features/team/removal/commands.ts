import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/team/contract.ts'
import { releaseFromRounds } from '#server/features/approvals/release-approver.ts'
import { type AuditBy, audit, byScoped } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { notifyAccessChanged } from '#server/platform/session/end-sessions.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { revokeOpenOf } from '../inviting/commands.ts'
import { isAdminOf } from '../inviting/queries.ts'

/**
 * Takes a person out of a project: their calls find it no more from the commit on, their open streams end, and no round waits for them.
 * What they made and decided stays, with their name. @returns false when they were not in it
 */
export const leaveProject = async (
  tx: Tx,
  scope: ProjectScope,
  { userId, by }: { userId: number; by: AuditBy },
): Promise<boolean> => {
  const { projectId } = scope
  const left = await tx
    .deleteFrom('project_members')
    .using('users')
    .whereRef('users.id', '=', 'project_members.user_id')
    .where('project_members.project_id', '=', projectId)
    .where('project_members.user_id', '=', userId)
    .returning(['project_members.role', 'users.email'])
    .executeTakeFirst()
  if (!left) return false
  const { role, email } = left
  await revokeOpenOf(tx, by, { projectId, email })
  await releaseFromRounds(tx, scope, { userId, now: by.now })
  await audit(tx, { ...by, projectId }, { action: 'member.removed', subject: email, old: { role } })
  await notifyAccessChanged(tx, [userId])
  return true
}

export const removeMember = async (
  { params: { userId } }: Input<typeof contract.removeProjectUser>,
  call: ScopedCall,
): Promise<Answer<typeof contract.removeProjectUser>> => {
  const { tx, scope } = call
  if (await leaveProject(tx, scope, { userId, by: byScoped(call) })) return {}
  return (await isAdminOf(tx, scope.agencyId, userId))
    ? fail('illegal_transition', {
        message: 'An agency admin is in every project. Remove the admin from the agency instead.',
      })
    : fail('not_found')
}

/** The documents' call reads by its method: it makes the transaction that a GET does not come with. */
export const removeMemberByGet = async (
  input: Input<typeof contract.removeProjectUser>,
  call: ScopedCall,
): Promise<Answer<typeof contract.removeProjectUser>> => {
  const answer = await call.services.db.transaction().execute(tx => removeMember(input, { ...call, tx }))
  // Nothing was written before it refused.
  return isFailure(answer) ? answer : {}
}
