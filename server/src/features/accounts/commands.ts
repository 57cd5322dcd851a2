import { hash, verify } from '@node-rs/argon2'
import type { refreshSession, signIn, signOut } from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { Call, SignedInCall } from '#server/platform/http/route.ts'
import { endSession } from '#server/platform/session/ending.ts'
import { beginSession, rotateToken } from '#server/platform/session/tokens.ts'

/** Argon2id with the library's parameters; runs off the event loop. */
export const hashPassword = (password: string): Promise<string> => hash(password)

/**
 * Compared when the address is unknown, so that the answer takes as long as for a known one: no call tells a stranger whether an
 * address has an account (document 3).
 */
const decoy = hashPassword('no account has this password')

export const signInWithPassword = async (
  { body }: Input<typeof signIn>,
  { tx, now }: Call,
): Promise<Answer<typeof signIn>> => {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'password_hash', 'is_blocked'])
    .where('email', '=', body.email.toLowerCase())
    .executeTakeFirst()
  const matches = await verify(user?.password_hash ?? (await decoy), body.password)
  if (!user?.password_hash || !matches) return fail('invalid_credentials')
  if (user.is_blocked) return fail('account_blocked')
  return beginSession(tx, user.id, now)
}

export const refreshToken = async (
  _input: Input<typeof refreshSession>,
  { tx, token, now }: Call,
): Promise<Answer<typeof refreshSession>> => {
  const renewed = token === null ? null : await rotateToken(tx, token, now)
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
