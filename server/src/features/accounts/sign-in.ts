import pLimit, { type LimitFunction } from 'p-limit'
import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type { PoolCall } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { redeemLink } from '#server/platform/session/links.ts'
import { beginSession } from '#server/platform/session/tokens.ts'
import { findByPassword, listCandidates, lockIfPasswordUnchanged } from './accounts-by-password.ts'
import { askSecondFactor, asksSecondFactor } from './ask-second-factor.ts'
import { joinByInvitation, lockAddress } from './email-addresses.ts'
import { countGuess, countGuessWithCode } from './password/guesses.ts'
import { rememberSignIn } from './password/passwords.ts'
import { linkWaitingIdentities } from './providers/identities.ts'

/** Of one code at a time, for each that is being tried. */
const turns = new Map<string, LimitFunction>()

/** A mailed code that is sent twice at once has been used when it is tried the second time, and is no guess that has to wait. */
export const signIn = async (
  input: Input<typeof contract.signIn>,
  call: PoolCall,
): Promise<Answer<typeof contract.signIn>> => {
  const { email, code } = input.body
  if (code === undefined) return signInAtOnce(input, call)
  const key = `${email} ${code}`
  const turn = turns.get(key) ?? pLimit(1)
  turns.set(key, turn)
  return turn(() => signInAtOnce(input, call)).finally(() => {
    if (turn.activeCount + turn.pendingCount === 0) turns.delete(key)
  })
}

/** Compares the passwords before it takes a connection: many slow comparisons must not keep others from the database. */
const signInAtOnce = async (
  { body }: Input<typeof contract.signIn>,
  { now, services, ...from }: PoolCall,
): Promise<Answer<typeof contract.signIn>> => {
  const candidates = await listCandidates(services.db, body.email)
  const place = { services, now, ...from }
  const guess = await (body.code === undefined
    ? countGuess(place, body.email, candidates)
    : countGuessWithCode(place, { email: body.email, code: body.code }, candidates))
  if (isFailure(guess)) return guess
  const { matched } = await findByPassword(guess.among, body.password)
  if (!matched) return fail('invalid_credentials')
  await guess.takeBack()
  if (matched.is_blocked) return fail('account_blocked')
  const user = { ...matched, email: body.email }
  return inTransaction(services.db, async (tx): Promise<Answer<typeof contract.signIn>> => {
    await lockAddress(tx, user.email)
    if (!(await lockIfPasswordUnchanged(tx, matched))) return fail('invalid_credentials')
    if ('token' in guess && !(await redeemLink(tx, guess.token, now))) return fail('wrong_code')
    if (await asksSecondFactor(tx, user.id)) return askSecondFactor(tx, user.id, now)
    if (body.invitation !== undefined) {
      const proof = { token: body.invitation, now, address: from.address, shown: 'credential' } as const
      if (await joinByInvitation(tx, user, proof)) return fail('invitation_ended')
    }
    await linkWaitingIdentities(tx, user, { services, now, ...from })
    await rememberSignIn(tx, { services, ...from }, user.id)
    return beginSession(tx, user.id, now, from)
  })
}
