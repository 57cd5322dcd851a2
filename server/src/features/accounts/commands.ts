import type { refreshSession, signIn, signOut } from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { holdAddress, joinByInvitation } from '#server/features/accounts/addresses/commands.ts'
import { linkWaiting } from '#server/features/accounts/providers/commands.ts'
import { auditAccount, ownAccount } from '#server/platform/audit/accounts.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Call, LimitedCall, SignedInCall } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { Limit } from '#server/platform/session/attempts.ts'
import { endSession } from '#server/platform/session/end-sessions.ts'
import { isPassword } from '#server/platform/session/passwords.ts'
import { beginSession, rotateToken } from '#server/platform/session/tokens.ts'

const columns = ['id', 'password_hash', 'is_blocked', 'is_confirmed'] as const

/** Its one confirmed account, and the latest that somebody made with it and has not confirmed. */
export const listCandidates = async (db: Reader, email: string) => {
  const users = db.selectFrom('users').select(columns).where('email', '=', email)
  const confirmed = await users.where('is_confirmed', '=', true).executeTakeFirst()
  const unconfirmed = await users
    .where('is_confirmed', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { confirmed, unconfirmed }
}

/**
 * Who of an address signs in with this password. `isTaken`: it has a confirmed account, whatever the password. Always two comparisons,
 * side by side.
 */
export const findByPassword = async (
  { confirmed, unconfirmed }: Awaited<ReturnType<typeof listCandidates>>,
  password: string,
) => {
  const [isConfirmedOnes, isUnconfirmedOnes] = await Promise.all([
    isPassword(confirmed?.password_hash, password),
    isPassword(unconfirmed?.password_hash, password),
  ])
  const matched = (isConfirmedOnes && confirmed) || (isUnconfirmedOnes && unconfirmed) || null
  return { matched, isTaken: confirmed !== undefined }
}

/**
 * The account that was found by its password, held: true when that is still its password and nobody has blocked it meanwhile. Comparing takes
 * long enough for a reset to end all sessions in between, and none may begin after it with the password of before.
 */
export const holdMatched = async (
  tx: Tx,
  { id, password_hash }: { readonly id: number; readonly password_hash: string | null },
): Promise<boolean> =>
  (await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('is_blocked', '=', false)
    .forUpdate()
    .executeTakeFirst()) !== undefined

/** Attempts on one email address, from wherever they come. */
export const signInLimit = ({ body }: Input<typeof signIn>, { services }: LimitedCall): Limit => ({
  subject: `sign in ${body.email}`,
  times: services.config.SIGN_IN_PER_MINUTE,
  minutes: 1,
})

/** Compares before it takes a connection for itself: many who wait for that must not keep the others from the database. */
export const signInWithPassword = async (
  { body }: Input<typeof signIn>,
  { now, services, ...from }: Call,
): Promise<Answer<typeof signIn>> => {
  const { matched } = await findByPassword(await listCandidates(services.db, body.email), body.password)
  if (!matched) return fail('invalid_credentials')
  if (matched.is_blocked) return fail('account_blocked')
  const user = { ...matched, email: body.email }
  return inTransaction(services.db, async (tx): Promise<Answer<typeof signIn>> => {
    await holdAddress(tx, user.email)
    if (!(await holdMatched(tx, matched))) return fail('invalid_credentials')
    if (body.invitation !== undefined) {
      const proof = { token: body.invitation, now, address: from.address }
      if (await joinByInvitation(tx, user, proof)) return fail('invitation_ended')
    }
    await linkWaiting(tx, user, { services, now, ...from })
    return beginSession(tx, user.id, now, from)
  })
}

/** A session that ended because its old token came back leaves a line: whoever answers for the agency may have a thief there. */
const rotate = async (used: string, { services, now, ...from }: Call) =>
  services.db.transaction().execute(async tx => {
    const rotated = await rotateToken(tx, used, now, from)
    if (rotated === null || rotated === 'blocked' || 'token' in rotated) return rotated
    const account = ownAccount(rotated.doubted, { address: from.address, now })
    await auditAccount(tx, account, { action: 'account.session_doubted', old: { sessions: 1 } })
    return null
  })

export const refreshToken = async (
  _input: Input<typeof refreshSession>,
  call: Call,
): Promise<Answer<typeof refreshSession>> => {
  const renewed = call.token === null ? null : await rotate(call.token, call)
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
