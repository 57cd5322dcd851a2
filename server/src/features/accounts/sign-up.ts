import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { PoolCall } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { Limit } from '#server/platform/session/attempts.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { beginSession } from '#server/platform/session/tokens.ts'
import { findByPassword, listCandidates, lockIfPasswordUnchanged } from './accounts-by-password.ts'
import { askSecondFactor, asksSecondFactor } from './ask-second-factor.ts'
import { mailAboutAddress, mailLimit } from './confirmation-mails.ts'
import { joinByInvitation, lockAddress } from './email-addresses.ts'
import { countGuess } from './password/guesses.ts'
import { rememberSignIn } from './password/passwords.ts'
import { refuseWeakPassword } from './password/weak-passwords.ts'

type Form = Input<typeof contract.signUp>['body']

const createUser = async (tx: Tx, form: Form, passwordHash: string, now: Date): Promise<number> => {
  const { name, last_name, email, phone_number, company } = form
  const values = { name, last_name, email, phone_number, company, password_hash: passwordHash }
  const { id } = await tx
    .insertInto('users')
    .values({
      ...values,
      is_confirmed: false,
      came_by_invitation: form.invitation !== undefined,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const signUpLimit = ({ body }: Input<typeof contract.signUp>): Limit => mailLimit(body.email)

/**
 * Signs up, or signs in: a person who signs up again with their own password gets their existing account. The steps are the same
 * whether the address has an account or not; only the mail differs, which only the owner of the mailbox reads (decision 15).
 */
export const signUp = async (
  { body }: Input<typeof contract.signUp>,
  { now, services, ...from }: PoolCall,
): Promise<Answer<typeof contract.signUp>> => {
  const { email, password } = body
  const weak = refuseWeakPassword(body)
  if (weak) return weak
  const seen = await listCandidates(services.db, email)
  // Signing up with the password of an account signs in to it, so that each try is a guess as well.
  const guess = await countGuess({ services, now, ...from }, email, { ...seen, unconfirmed: undefined })
  if (isFailure(guess)) return guess
  const passwordHash = await hashPassword(password)
  const compared = await findByPassword(seen, password)
  let isOwner = false
  const answer = await inTransaction(services.db, async (tx): Promise<Answer<typeof contract.signUp>> => {
    await lockAddress(tx, email)
    // If two sign up at once, the second finds the account of the first. No other comparison is made while holding a connection.
    const present = await listCandidates(tx, email)
    const isAsSeen = JSON.stringify(present) === JSON.stringify(seen)
    const { matched, isTaken } = isAsSeen ? compared : await findByPassword(present, password)
    if (matched?.is_blocked) return fail('account_blocked')
    const own = matched && (await lockIfPasswordUnchanged(tx, matched)) ? matched : null
    isOwner = own !== null
    if (own && (await asksSecondFactor(tx, own.id))) return askSecondFactor(tx, own.id, now)
    const userId = own?.id ?? (await createUser(tx, body, passwordHash, now))
    if (body.invitation !== undefined) {
      const user = { id: userId, email, is_confirmed: own?.is_confirmed ?? false }
      const proof = { token: body.invitation, now, address: from.address, shown: 'credential' } as const
      const refusal = await joinByInvitation(tx, user, proof)
      if (refusal) return refusal
    } else if (!own) await mailAboutAddress(tx, services, { id: userId, email, name: body.name }, isTaken)
    await rememberSignIn(tx, { services, ...from }, userId)
    return beginSession(tx, userId, now, from)
  })
  if (isOwner) await guess.takeBack()
  return answer
}
