import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { LimitedCall, SignedInCall } from '#server/platform/http/route.ts'
import type { Limit } from '#server/platform/session/attempts.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { mailAboutAddress, mailLimit } from './confirmation-mails.ts'
import { hasOwner } from './email-addresses.ts'

const findOwnUser = (db: Reader, person: Person) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'is_confirmed'])
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()

/** Counted together with the mails of sign-up: the limit is per mailbox. */
export const resendLimit = async (
  _input: Input<typeof contract.resendConfirmation>,
  { services, person }: LimitedCall,
): Promise<Limit | null> => {
  const own = person && (await findOwnUser(services.db, person))
  return own && !own.is_confirmed ? mailLimit(own.email) : null
}

export const resendConfirmation = async (
  _input: Input<typeof contract.resendConfirmation>,
  { tx, services, person }: SignedInCall,
): Promise<Answer<typeof contract.resendConfirmation>> => {
  const { id, email, name, is_confirmed } = await findOwnUser(tx, person)
  if (is_confirmed) return {}
  await mailAboutAddress(tx, services, { id, email, name }, await hasOwner(tx, email))
  return {}
}
