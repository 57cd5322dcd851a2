import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { dayOf } from '#domain/kernel/time.ts'
import type * as contract from '#domain/team/contract.ts'
import { teamRoles } from '#domain/team/model.ts'
import { copyHashtagPools } from '#server/features/hashtags/pools.ts'
import { copyDayLabels } from '#server/features/labels/day-labels.ts'
import { copyProjectSettings, copyTimeSlots } from '#server/features/projects/project-settings.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { addAgencyUser, toProjectDestination } from './invite.ts'
import { findAgencyUser } from './memberships.ts'

/**
 * Sets a project up as another one of its agency (docs/product/projects.md "Copying from another project"). What it has already stays, so
 * that a call whose answer was lost can be repeated.
 */
export const copyProject = async (
  { body: { from_project_id: from } }: Input<typeof contract.copyProject>,
  call: ScopedCall,
): Promise<Answer<typeof contract.copyProject>> => {
  const { tx, scope, now } = call
  const source = await tx
    .selectFrom('projects')
    .select(['name', 'timezone'])
    .where('id', '=', from)
    .where('agency_id', '=', scope.agencyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!source) return fail('not_found')
  const copying = { from, to: scope.projectId }
  await copyProjectSettings(tx, copying)
  await copyTimeSlots(tx, copying)
  await copyDayLabels(tx, { ...copying, today: dayOf(now, source.timezone) })
  await copyHashtagPools(tx, copying)
  await audit(tx, byScoped(call), {
    action: 'project.setting_changed',
    subject: source.name,
    new: { copied_from: source.name },
  })
  return (await copyTeam(call, from)) ?? {}
}

/** The team, with the role of each; clients belong to their own project. */
const copyTeam = async (call: ScopedCall, from: number) => {
  const { tx, scope } = call
  const members = await tx
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'm.role'])
    .where('m.project_id', '=', from)
    .where('u.is_blocked', '=', false)
    .orderBy('m.user_id')
    .execute()
  for (const { user_id, role: had } of members) {
    const role = teamRoles.find(each => each === had)
    const user = role && (await findAgencyUser(tx, scope.agencyId, user_id))
    if (!role || !user) continue
    const isAdded = await addAgencyUser(
      { call, by: byScoped(call), to: toProjectDestination(call) },
      user,
      role,
    )
    if (isFailure(isAdded)) return isAdded
  }
  return null
}
