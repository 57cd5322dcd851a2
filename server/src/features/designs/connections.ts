import type { Config } from '#server/config.ts'
import type { DesignTool, ToolAccess, ToolRefusal } from '#server/design-tool/design-tool.ts'
import type { Db, Reader, Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { SignedInContext } from '#server/platform/http/route.ts'
import type { Log } from '#server/platform/log.ts'
import { makeSeal, type Seal, WrongTokenKey } from '#server/platform/session/seal.ts'

/** Renewed so long before it ends that a call begun with it still arrives in time. */
const RENEW_MS = 5 * 60_000

const placeOf = (userId: number): string => `design-tool/${userId}`

type StoredAccess = { readonly token: string; readonly refresh: string }

/** Null if its key is gone: the person is asked for their consent again. */
const openAccess = (seal: Seal, row: Row<'design_connections'>): ToolAccess | null => {
  try {
    const text = seal.openText(placeOf(row.user_id), row.sealed_token, row.token_key_id)
    return { ...(JSON.parse(text) as StoredAccess), expiresAt: row.expires_at }
  } catch (error) {
    if (error instanceof WrongTokenKey) return null
    throw error
  }
}

/** Stores a person's access, in place of the one before. */
export const saveAccess = async (
  db: Reader,
  config: Config,
  userId: number,
  { token, refresh, expiresAt }: ToolAccess,
  now: Date,
): Promise<void> => {
  const stored: StoredAccess = { token, refresh }
  const { sealed, keyId } = makeSeal(config).sealText(placeOf(userId), JSON.stringify(stored))
  const access = { sealed_token: sealed, token_key_id: keyId, expires_at: expiresAt, updated_at: now }
  await db
    .insertInto('design_connections')
    .values({ user_id: userId, ...access, created_at: now })
    .onConflict(clash => clash.column('user_id').doUpdateSet(access))
    .execute()
}

export const deleteAccess = async (db: Reader, userId: number): Promise<void> => {
  await db.deleteFrom('design_connections').where('user_id', '=', userId).execute()
}

/** The stored access as it is, without renewing it; null if there is none that can be opened. */
export const findAccess = async (db: Reader, config: Config, userId: number): Promise<ToolAccess | null> => {
  const row = await db
    .selectFrom('design_connections')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? openAccess(makeSeal(config), row) : null
}

type Renewing = {
  readonly config: Config
  readonly tool: DesignTool
  readonly userId: number
  readonly now: Date
  readonly log: Log
}

const lockConnection = (tx: Tx, userId: number) =>
  tx.selectFrom('design_connections').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst()

/**
 * The access, renewed if it ends soon or if the tool no longer takes it (`rejected`). A refresh token works once, so the row stays locked
 * in the meantime: of two calls the second waits, and finds the new one.
 */
const renewedAccess = (
  db: Db,
  { config, tool, userId, now, log }: Renewing,
  rejected: string | null,
): Promise<ToolAccess | null | ToolRefusal> =>
  db.transaction().execute(async (tx: Tx) => {
    const row = await lockConnection(tx, userId)
    const access = row ? openAccess(makeSeal(config), row) : null
    if (!access) return null
    const isFresh = access.expiresAt.getTime() - now.getTime() > RENEW_MS
    if (isFresh && access.token !== rejected) return access
    const renewed = await tool.renew(access)
    if (renewed.kind === 'granted') {
      await saveAccess(tx, config, userId, renewed.access, now)
      return renewed.access
    }
    if (renewed.reason !== 'unauthorized') return renewed
    log.info({ response: renewed.response }, 'a person’s access to the design tool has ended')
    await deleteAccess(tx, userId)
    return null
  })

const isRefusal = (answer: ToolAccess | ToolRefusal | null): answer is ToolRefusal =>
  answer !== null && 'kind' in answer

/**
 * Calls the design tool for this person. An access that the tool refuses is renewed once. Null: there is no access any more, and the person
 * has to give it again.
 */
export const callDesignTool = async <T extends { readonly kind: string }>(
  { services, person, now, log }: SignedInContext,
  tool: DesignTool,
  work: (access: ToolAccess) => Promise<T | ToolRefusal>,
): Promise<T | ToolRefusal | null> => {
  const renewing = { config: services.config, tool, userId: person.userId, now, log }
  const access = await renewedAccess(services.db, renewing, null)
  if (access === null || isRefusal(access)) return access
  const answer = await work(access)
  if (!isUnauthorized(answer)) return answer
  const renewed = await renewedAccess(services.db, renewing, access.token)
  if (renewed === null || isRefusal(renewed)) return renewed
  const second = await work(renewed)
  if (!isUnauthorized(second)) return second
  await deleteAccess(services.db, person.userId)
  return null
}

const isUnauthorized = (answer: { readonly kind: string }): boolean =>
  answer.kind === 'refused' && (answer as ToolRefusal).reason === 'unauthorized'

/** Reseals, with the current key, what another key has sealed. What cannot be decrypted is deleted: its person gives access again. */
export const resealDesignConnections = async (db: Db, seal: Seal): Promise<void> => {
  const [present = ''] = seal.keyIds()
  const users = await db
    .selectFrom('design_connections')
    .select('user_id')
    .where('token_key_id', '<>', present)
    .execute()
  for (const { user_id: userId } of users) await db.transaction().execute(tx => resealOne(tx, seal, userId))
}

const resealOne = async (tx: Tx, seal: Seal, userId: number): Promise<void> => {
  const row = await lockConnection(tx, userId)
  if (!row) return
  const access = openAccess(seal, row)
  if (!access) return deleteAccess(tx, userId)
  const stored: StoredAccess = { token: access.token, refresh: access.refresh }
  const { sealed, keyId } = seal.sealText(placeOf(userId), JSON.stringify(stored))
  await tx
    .updateTable('design_connections')
    .set({ sealed_token: sealed, token_key_id: keyId })
    .where('user_id', '=', userId)
    .execute()
}
