import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/team/contract.ts'
import { byScoped } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'
import { endMembership, isAgencyAdmin } from './memberships.ts'

export const removeProjectUser = async (
  { params: { userId } }: Pick<Input<typeof contract.removeProjectUser>, 'params'>,
  call: ScopedContext & { readonly tx: Tx },
): Promise<Answer<typeof contract.removeProjectUser>> => {
  const { tx, scope } = call
  // Checked first: an admin who was a member before would stay in the project, but be taken out of its rounds.
  if (await isAgencyAdmin(tx, scope.agencyId, userId))
    return fail('illegal_transition', {
      message: 'An agency admin is in every project. Remove the admin from the agency instead.',
    })
  return (await endMembership(tx, scope, { userId, by: byScoped(call) })) ? {} : fail('not_found')
}
