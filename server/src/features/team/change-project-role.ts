import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/team/contract.ts'
import { releaseApprover } from '#server/features/approvals/release-approver.ts'
import { listPeople } from '#server/features/projects/people.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { notifyAccessChanged } from '#server/platform/session/end-sessions.ts'
import { lockMember, setProjectRole } from './memberships.ts'

/**
 * Changes the role of somebody in the team at once (docs/product/team.md "Changing a role"). Who becomes a content creator decides no round
 * any more; who becomes an approver loses the settings that only content creators have.
 */
export const changeProjectRole = async (
  { params: { userId }, body: { role } }: Input<typeof contract.changeProjectRole>,
  call: ScopedCall,
): Promise<Answer<typeof contract.changeProjectRole>> => {
  const { tx, scope, services, now } = call
  const member = await lockMember(call, userId)
  if (!member) return fail('not_found')
  if (member.role === 'external-approver')
    return fail('validation_error', {
      message: 'A client cannot become part of the team. Remove the client and invite them to the team.',
    })
  if (member.role !== role) {
    await setProjectRole(tx, scope, { userId, role })
    await tx
      .deleteFrom('member_settings')
      .where('project_id', '=', scope.projectId)
      .where('user_id', '=', userId)
      .execute()
    if (role === 'content-creator') await releaseApprover(tx, scope, { userId, now })
    const change = { subject: member.email, old: { role: member.role }, new: { role } }
    await audit(tx, byScoped(call), { action: 'member.setting_changed', ...change })
    await notifyAccessChanged(tx, [userId])
  }
  const people = await listPeople(tx, scope, services.config.publicUrl)
  return people.find(({ id }) => id === userId) ?? fail('not_found')
}
