import type { Reader, Tx } from '#server/platform/db/database.ts'
import { isPassword } from '#server/platform/session/passwords.ts'

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
    .forUpdate()
    .executeTakeFirst()) !== undefined
