import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/team/contract.ts'
import { byScoped } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ScopedCall, ScopedContext, ScopedPoolCall } from '#server/platform/http/route.ts'
import { endMembership, isAgencyAdmin } from './memberships.ts'

const removeUser = async (
  tx: Tx,
  call: ScopedContext,
  userId: number,
): Promise<Answer<typeof contract.removeProjectUser>> => {
  // Asked first: an admin who was a member before would stay in the project, but be taken out of its rounds.
  if (await isAgencyAdmin(tx, call.scope.agencyId, userId))
    return fail('illegal_transition', {
      message: 'An agency admin is in every project. Remove the admin from the agency instead.',
    })
  return (await endMembership(tx, call.scope, { userId, by: byScoped(call) })) ? {} : fail('not_found')
}

export const removeProjectUser = (
  { params: { userId } }: Input<typeof contract.removeProjectUser>,
  call: ScopedCall,
): Promise<Answer<typeof contract.removeProjectUser>> => removeUser(call.tx, call, userId)

/** A GET that changes something (docs/product/api.md "Twins"): it is given no transaction, so it opens its own. */
export const removeProjectUserViaGet = async (
  { params: { userId } }: Input<typeof contract.removeProjectUserViaGet>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.removeProjectUserViaGet>> =>
  // It refuses before anything is written, so there is nothing to roll back.
  call.db.transaction().execute(tx => removeUser(tx, call, userId))
