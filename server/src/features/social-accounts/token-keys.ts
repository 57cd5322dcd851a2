import { existsSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import { type Config, ConfigError } from '#server/config.ts'
import type { Db, Reader } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log.ts'
import { keyFileOf } from '#server/platform/session/keyring.ts'
import { makeSeal, type Seal, type SealedRow } from '#server/platform/session/seal.ts'

/** Small transactions: a worker that publishes must never wait for a key change. */
const AT_ONCE = 20

/**
 * Reseals, with the current key, what another key has sealed. What cannot be decrypted is left and logged: its key may still be
 * restored. Safe in several processes at once. @returns how many accounts were resealed
 */
export const resealAccounts = async (db: Db, seal: Seal, log: Log): Promise<number> => {
  let done = 0
  for (let afterId: number | null = 0; afterId !== null; ) {
    const batch = await resealBatch(db, seal, log, afterId)
    done += batch.done
    afterId = batch.lastId
  }
  if (done > 0)
    log.info({ accounts: done, key: seal.keyIds()[0] }, 'accounts were re-encrypted with the current key')
  return done
}

const resealBatch = (db: Db, seal: Seal, log: Log, afterId: number) =>
  db.transaction().execute(async tx => {
    const [present = '', ...others] = seal.keyIds()
    const rows = await tx
      .selectFrom('social_accounts')
      .select(['id', 'project_id', 'social_network', 'external_id', 'sealed_token', 'token_key_id'])
      .where('id', '>', afterId)
      .where('sealed_token', 'is not', null)
      .where('token_key_id', 'in', others.length > 0 ? others : [present])
      .where('token_key_id', '<>', present)
      .orderBy('id')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute()
    let done = 0
    for (const { id, sealed_token: old, token_key_id: oldKey, ...row } of rows) {
      if (!old || !oldKey) continue
      const place = {
        projectId: row.project_id,
        network: row.social_network,
        externalId: row.external_id,
      }
      try {
        const { sealed, keyId } = seal.seal(place, seal.open(place, old, oldKey))
        await tx
          .updateTable('social_accounts')
          .set({ sealed_token: sealed, token_key_id: keyId })
          .where('id', '=', id)
          .execute()
        done += 1
      } catch (error) {
        log.error({ err: error, account: id }, 'could not re-encrypt an account')
      }
    }
    return { done, lastId: rows.length < AT_ONCE ? null : (rows.at(-1)?.id ?? null) }
  })

/**
 * Refuses to start with keys that cannot decrypt the stored tokens: every post would fail at its time, and nobody would know why. A key
 * that was made for this start alone does not stay: it would be taken for the lost one.
 * @throws ConfigError with the number of accounts and the id of the key they need
 */
export const checkTokenKeys = async (db: Db, config: Config): Promise<void> => {
  const file = keyFileOf(config)
  const isNew = file !== null && !existsSync(file)
  try {
    checkKeysInUse(await listKeysInUse(db), makeSeal(config))
  } catch (error) {
    if (isNew) rmSync(file, { force: true })
    throw error
  }
}

/** The keys in use that are not among the installation's. */
export const missingKeys = (inUse: readonly KeyInUse[], seal: Seal): readonly KeyInUse[] =>
  inUse.filter(({ keyId }) => !seal.keyIds().includes(keyId))

const checkKeysInUse = (inUse: readonly KeyInUse[], seal: Seal): void => {
  const missing = missingKeys(inUse, seal)
  if (missing.length > 0) {
    const wanted = missing.map(({ keyId, count }) => `${count} with key ${keyId}`).join(', ')
    throw new ConfigError(
      `Connected accounts are encrypted with keys that are missing: ${wanted}. Available keys: ${seal.keyIds().join(', ')}.\n` +
        'Put the missing key in TOKEN_KEY_PREVIOUS, or on another line of DATA_DIR/token.key. If it is lost: npm run galley -- lost-tokens (docs/guides/operate.md, "The token key").',
    )
  }
  for (const { keyId, count, example } of inUse) {
    try {
      seal.open(example.place, example.sealed, keyId)
    } catch (cause) {
      throw new ConfigError(
        `Account ${example.id}, one of ${count} that are encrypted with key ${keyId}, cannot be decrypted: its row was changed outside Galley.`,
        { cause },
      )
    }
  }
}

/** A key that seals connected accounts: for how many, and one of them. */
export type KeyInUse = {
  readonly keyId: string
  readonly count: number
  readonly example: { readonly id: number; readonly sealed: Buffer; readonly place: SealedRow }
}

type KeyRow = {
  token_key_id: string
  count: number
  id: number
  sealed_token: Buffer
  project_id: number
  social_network: string
  external_id: string
}

export const listKeysInUse = async (db: Reader): Promise<readonly KeyInUse[]> => {
  const { rows } = await sql<KeyRow>`
    select distinct on (token_key_id) token_key_id, id, sealed_token, project_id, social_network, external_id,
      count(*) over (partition by token_key_id)::int as count
    from social_accounts
    where sealed_token is not null and token_key_id is not null
    order by token_key_id, id`.execute(db)
  return rows.map(row => ({
    keyId: row.token_key_id,
    count: row.count,
    example: {
      id: row.id,
      sealed: row.sealed_token,
      place: { projectId: row.project_id, network: row.social_network, externalId: row.external_id },
    },
  }))
}
