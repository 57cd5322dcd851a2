import { hash, verify } from '@node-rs/argon2'
import type { refreshSession, signIn, signOut } from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { joinByInvitation } from '#server/features/accounts/addresses/commands.ts'
import { linkWaiting } from '#server/features/accounts/providers/commands.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Call, LimitedCall, SignedInCall } from '#server/platform/http/route.ts'
import type { Limit } from '#server/platform/session/attempts.ts'
import { endSession } from '#server/platform/session/ending.ts'
import { beginSession, rotateToken } from '#server/platform/session/tokens.ts'

/** Argon2id with the library's parameters; runs off the event loop. The whole password, however long, goes into it. */
export const hashPassword = (password: string): Promise<string> => hash(password)

/**
 * Compared when there is nothing to compare with, so that the answer takes as long as if there were: no call tells a stranger whether an
 * address has an account (document 3).
 */
const decoy = hashPassword('no account has this password')

const isPassword = async (kept: string | null | undefined, password: string): Promise<boolean> =>
  (await verify(kept ?? (await decoy), password)) && kept != null

const columns = ['id', 'password_hash', 'is_blocked', 'is_confirmed'] as const

/**
 * Who signs in with this address and password: its one confirmed account, or the latest that somebody made with it and has not confirmed.
 * `isTaken`: it has a confirmed one, whatever the password. Always two comparisons, side by side.
 */
export const findByPassword = async (db: Reader, email: string, password: string) => {
  const users = db.selectFrom('users').select(columns).where('email', '=', email)
  const confirmed = await users.where('is_confirmed', '=', true).executeTakeFirst()
  const unconfirmed = await users
    .where('is_confirmed', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const [isConfirmedOnes, isUnconfirmedOnes] = await Promise.all([
    isPassword(confirmed?.password_hash, password),
    isPassword(unconfirmed?.password_hash, password),
  ])
  const matched = (isConfirmedOnes && confirmed) || (isUnconfirmedOnes && unconfirmed) || null
  return { matched, isTaken: confirmed !== undefined }
}

/** Attempts on one email address, from wherever they come. */
export const signInLimit = ({ body }: Input<typeof signIn>, { services }: LimitedCall): Limit => ({
  subject: `sign in ${body.email}`,
  times: services.config.SIGN_IN_PER_MINUTE,
  minutes: 1,
})

export const signInWithPassword = async (
  { body }: Input<typeof signIn>,
  { tx, now, services, ...from }: Call,
): Promise<Answer<typeof signIn>> => {
  const { matched } = await findByPassword(tx, body.email, body.password)
  if (!matched) return fail('invalid_credentials')
  if (matched.is_blocked) return fail('account_blocked')
  if (body.invitation !== undefined) {
    const user = { ...matched, email: body.email }
    const proof = { token: body.invitation, now, address: from.address }
    if (await joinByInvitation(tx, user, proof)) return fail('invitation_ended')
  }
  await linkWaiting(tx, { ...matched, email: body.email }, { services, now, cookies: from.cookies })
  return beginSession(tx, matched.id, now, from)
}

export const refreshToken = async (
  _input: Input<typeof refreshSession>,
  { services, token, now, ...from }: Call,
): Promise<Answer<typeof refreshSession>> => {
  const rotate = (used: string) => services.db.transaction().execute(tx => rotateToken(tx, used, now, from))
  const renewed = token === null ? null : await rotate(token)
  if (renewed === 'blocked') return fail('account_blocked')
  return renewed ?? fail('unauthenticated')
}

export const endOwnSession = async (
  _input: Input<typeof signOut>,
  { tx, person, now }: SignedInCall,
): Promise<Answer<typeof signOut>> => {
  await endSession(tx, person.sessionId, now)
  return {}
}
