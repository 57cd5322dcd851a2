import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/team/contract.ts'
import { byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { endMembership, isAgencyAdmin } from './memberships.ts'

export const leaveProject = async (
  _input: Input<typeof contract.leaveProject>,
  call: ScopedCall,
): Promise<Answer<typeof contract.leaveProject>> => {
  const { tx, scope, person } = call
  // Asked first: an admin who was a member before would stay in the project, but be taken out of its rounds.
  const mayLeave = !(await isAgencyAdmin(tx, scope.agencyId, person.userId))
  if (mayLeave && (await endMembership(tx, scope, { userId: person.userId, by: byScoped(call) }))) return {}
  return fail('illegal_transition', {
    message: 'An agency admin is in every project. Leave the agency instead.',
  })
}
