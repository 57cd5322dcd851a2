import { createHash, randomBytes } from 'node:crypto'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Database } from '#server/platform/db/schema.ts'

type Purpose = Database['account_links']['purpose']

/** The hash that is stored instead of a secret. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** 256 random bits, in a form that fits into a URL. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

/** Creates a link token for one person and one purpose. Only its hash is stored. `token`: what takes the place of a random one. */
export const createLink = async (
  tx: Tx,
  link: { userId: number; purpose: Purpose; now: Date; minutes: number; token?: string },
): Promise<string> => {
  const token = link.token ?? makeSecret()
  await tx
    .insertInto('account_links')
    .values({
      token_hash: hashSecret(token),
      user_id: link.userId,
      purpose: link.purpose,
      created_at: link.now,
      expires_at: new Date(link.now.getTime() + link.minutes * 60_000),
    })
    .execute()
  return token
}

/** The person a link token is for, and when it was used. Null when it is unknown, expired, or for another purpose. */
export const findLink = async (db: Reader, token: string, purpose: Purpose, now: Date) =>
  (await db
    .selectFrom('account_links')
    .innerJoin('users', 'users.id', 'account_links.user_id')
    .select(['users.id', 'users.email', 'users.is_confirmed', 'users.is_blocked', 'account_links.used_at'])
    .where('account_links.token_hash', '=', hashSecret(token))
    .where('account_links.purpose', '=', purpose)
    .where('account_links.expires_at', '>', now)
    .executeTakeFirst()) ?? null

/** Marks one token as used. @returns whether it was open: of two who use it at once, the second does not */
export const redeemLink = async (tx: Tx, token: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('account_links')
    .set({ used_at: now })
    .where('token_hash', '=', hashSecret(token))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks all of the person's open links of this purpose as used. */
export const expireLinks = async (tx: Tx, userId: number, purpose: Purpose, now: Date): Promise<void> => {
  await tx
    .updateTable('account_links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}
