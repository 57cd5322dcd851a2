import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { LimitedCall, PoolCall } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { Limit } from '#server/platform/session/attempts.ts'
import { beginSession } from '#server/platform/session/tokens.ts'
import { findByPassword, listCandidates, lockIfPasswordUnchanged } from './accounts-by-password.ts'
import { joinByInvitation, lockAddress } from './email-addresses.ts'
import { linkWaitingIdentities } from './providers/identities.ts'

/** Attempts on one email address, from wherever they come. */
export const signInLimit = ({ body }: Input<typeof contract.signIn>, { services }: LimitedCall): Limit => ({
  subject: `sign in ${body.email}`,
  times: services.config.SIGN_IN_PER_MINUTE,
  minutes: 1,
})

/** Compares before it takes a connection for itself: many who wait for that must not keep the others from the database. */
export const signIn = async (
  { body }: Input<typeof contract.signIn>,
  { now, services, ...from }: PoolCall,
): Promise<Answer<typeof contract.signIn>> => {
  const { matched } = await findByPassword(await listCandidates(services.db, body.email), body.password)
  if (!matched) return fail('invalid_credentials')
  if (matched.is_blocked) return fail('account_blocked')
  const user = { ...matched, email: body.email }
  return inTransaction(services.db, async (tx): Promise<Answer<typeof contract.signIn>> => {
    await lockAddress(tx, user.email)
    if (!(await lockIfPasswordUnchanged(tx, matched))) return fail('invalid_credentials')
    if (body.invitation !== undefined) {
      const proof = { token: body.invitation, now, address: from.address }
      if (await joinByInvitation(tx, user, proof)) return fail('invitation_ended')
    }
    await linkWaitingIdentities(tx, user, { services, now, ...from })
    return beginSession(tx, user.id, now, from)
  })
}
