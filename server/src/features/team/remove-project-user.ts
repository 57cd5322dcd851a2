import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/team/contract.ts'
import { byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { isAgencyAdmin, leaveProject } from './memberships.ts'

export const removeProjectUser = async (
  { params: { userId } }: Input<typeof contract.removeProjectUser>,
  call: ScopedCall,
): Promise<Answer<typeof contract.removeProjectUser>> => {
  const { tx, scope } = call
  if (await leaveProject(tx, scope, { userId, by: byScoped(call) })) return {}
  return (await isAgencyAdmin(tx, scope.agencyId, userId))
    ? fail('illegal_transition', {
        message: 'An agency admin is in every project. Remove the admin from the agency instead.',
      })
    : fail('not_found')
}

/** The documents' call reads by its method: it makes the transaction that a GET does not come with. */
export const removeProjectUserViaGet = async (
  input: Input<typeof contract.removeProjectUser>,
  call: ScopedCall,
): Promise<Answer<typeof contract.removeProjectUser>> => {
  const answer = await call.services.db.transaction().execute(tx => removeProjectUser(input, { ...call, tx }))
  // Nothing was written before it refused.
  return isFailure(answer) ? answer : {}
}
