import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/team/contract.ts'
import { releaseApprover } from '#server/features/approvals/release-approver.ts'
import { listPeople } from '#server/features/projects/people.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { notifyAccessChanged } from '#server/platform/session/end-sessions.ts'
import { lockMember } from './memberships.ts'

type Change = { readonly name: 'content-manager' | 'skip-approval-and-schedule'; readonly value: string }

/**
 * Turning Content Manager on also turns on Skip Approval & Schedule; turning it off does not turn that off (docs/product/team.md
 * "Content Manager").
 */
const toChanges = ({ name, value }: Change): Change[] =>
  name === 'content-manager' && value === 'true'
    ? [
        { name, value },
        { name: 'skip-approval-and-schedule', value },
      ]
    : [{ name, value }]

const readSettings = async ({ tx, scope }: ScopedCall, userId: number): Promise<Map<string, string>> => {
  const rows = await tx
    .selectFrom('member_settings')
    .select(['name', 'value'])
    .where('project_id', '=', scope.projectId)
    .where('user_id', '=', userId)
    .execute()
  return new Map(rows.map(row => [row.name, row.value]))
}

/** Changes a setting of one content creator in the project; rounds no longer wait for someone who may no longer decide. */
export const saveMemberSetting = async (
  { params: { userId }, body }: Input<typeof contract.saveMemberSetting>,
  call: ScopedCall,
): Promise<Answer<typeof contract.saveMemberSetting>> => {
  const { tx, scope, services, now } = call
  const member = await lockMember(call, userId)
  if (!member) return fail('not_found')
  if (member.role !== 'content-creator')
    return fail('validation_error', { message: 'Only content creators have these settings.' })
  const before = await readSettings(call, userId)
  for (const { name, value } of toChanges(body)) {
    const old = before.get(name) ?? 'false'
    await tx
      .insertInto('member_settings')
      .values({ project_id: scope.projectId, user_id: userId, name, value })
      .onConflict(clash => clash.columns(['project_id', 'user_id', 'name']).doUpdateSet({ value }))
      .execute()
    if (old === value) continue
    const change = { subject: member.email, old: { [name]: old }, new: { [name]: value } }
    await audit(tx, byScoped(call), { action: 'member.setting_changed', ...change })
    await notifyAccessChanged(tx, [userId])
  }
  if (body.name === 'content-manager' && body.value === 'false')
    await releaseApprover(tx, scope, { userId, now })
  const people = await listPeople(tx, scope, services.config.publicUrl)
  return people.find(({ id }) => id === userId) ?? fail('not_found')
}
