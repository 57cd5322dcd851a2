import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { fullName } from '#domain/kernel/text.ts'
import type * as contract from '#domain/team/contract.ts'
import { listPeople } from '#server/features/projects/people.ts'
import { byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { addAgencyUser, toProjectDestination } from './invite.ts'
import { findAgencyUser } from './memberships.ts'

/** People of the agency are chosen from a list, so nobody has to type an address again. */
export const addProjectUser = async (
  { body }: Input<typeof contract.addProjectUser>,
  call: ScopedCall,
): Promise<Answer<typeof contract.addProjectUser>> => {
  const { tx, scope, services } = call
  const user = await findAgencyUser(tx, scope.agencyId, body.user_id)
  if (!user) return fail('validation_error', { errors: { user_id: ['Not a member of the agency'] } })
  const isAdded = await addAgencyUser(
    { call, by: byScoped(call), to: toProjectDestination(call) },
    user,
    body.role,
  )
  if (isFailure(isAdded)) return isAdded
  if (!isAdded) return fail('already_member', { values: { name: fullName(user) } })
  const people = await listPeople(tx, scope, services.config.publicUrl)
  return people.find(({ id }) => id === user.id) ?? fail('not_found')
}
