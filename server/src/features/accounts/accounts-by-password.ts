import { sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { DeviceAccount } from '#server/platform/session/known-devices.ts'
import { isPassword } from '#server/platform/session/passwords.ts'

const columns = [
  'id',
  'password_hash',
  'is_blocked',
  'is_confirmed',
  sql<Date | null>`(select f.turned_on_at from second_factors f where f.user_id = users.id)`.as(
    'second_factor_since',
  ),
] as const

/** Its confirmed account, if any, and the latest unconfirmed one that someone made with it. */
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

type Credentials = {
  readonly id: number
  readonly password_hash: string | null
  readonly second_factor_since: Date | null
}

/**
 * The account as devices know it; null: it has no password, and knows none. One that was known before the second factor was turned on is
 * not after it: somebody with the password could have made any number of them, each with guesses at the code of its own.
 */
export const deviceAccount = ({
  id,
  password_hash: hash,
  second_factor_since: since,
}: Credentials): DeviceAccount | null =>
  hash === null ? null : { id, passwordHash: since === null ? hash : `${hash} ${since.toISOString()}` }

export const readDeviceAccount = async (db: Reader, userId: number): Promise<DeviceAccount | null> =>
  deviceAccount(
    await db.selectFrom('users').select(columns).where('id', '=', userId).executeTakeFirstOrThrow(),
  )

/**
 * Finds whose account this password opens at an address. `isTaken`: the address has a confirmed account, whatever the password. Always
 * makes two comparisons, side by side, so that the time reveals nothing.
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
 * Locks the account that was found by its password. True if that is still its password and it has not been blocked in the meantime:
 * comparing takes long enough for a reset to end all sessions, and no session may start afterwards with the old password.
 */
export const lockIfPasswordUnchanged = async (
  tx: Tx,
  { id, password_hash }: { readonly id: number; readonly password_hash: string | null },
): Promise<boolean> =>
  (await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('is_blocked', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined
