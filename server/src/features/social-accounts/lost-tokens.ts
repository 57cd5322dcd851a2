import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { type Done, done, refused } from '#server/platform/operator-command.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { emitAccountWarning } from './account-warning.ts'
import { listKeysInUse, missingKeys } from './token-keys.ts'

/**
 * `npm run galley -- lost-tokens`: says which accounts no key opens; with `isAgreed` they are given up, so that Galley starts again and
 * their admins are asked to reconnect them. Other accounts are left as they are.
 */
export const giveUpLostTokens = async (
  db: Db,
  config: Config,
  { isAgreed }: { readonly isAgreed: boolean },
): Promise<Done> => {
  const missing = missingKeys(await listKeysInUse(db), makeSeal(config))
  const total = missing.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return done('The keys open every connected account.')
  const lost = missing.map(({ keyId, count }) => `${count} with key ${keyId}`).join(', ')
  if (!isAgreed)
    return refused(
      `No key opens these accounts: ${lost}. With --yes they are given up: each has to be reconnected, and until then nothing goes out there.`,
    )
  const keyIds = missing.map(({ keyId }) => keyId)
  const count = await db.transaction().execute(async tx => {
    const now = await databaseNow(tx)
    const rows = await tx
      .updateTable('social_accounts')
      .set({
        sealed_token: null,
        token_key_id: null,
        needs_reconnecting: true,
        reconnect_reason: 'key_lost',
        check_lease_until: null,
      })
      .where('token_key_id', 'in', keyIds)
      .where('removed_at', 'is', null)
      .returningAll()
      .execute()
    for (const row of rows)
      await emitAccountWarning(tx, row, 'social_account.needs_reconnecting', now, { reason: 'key_lost' })
    return rows.length
  })
  return done(`${count} accounts were given up. Their admins are asked to reconnect them.`)
}
