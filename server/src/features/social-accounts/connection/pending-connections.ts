import { createHash } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { AccountChoice } from '#server/networks/connector.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Database } from '#server/platform/db/schema.ts'
import type { AccountToken, Seal } from '#server/platform/session/seal.ts'

/** How long a login at the network may take, and how long the pages found are saved for a choice. */
const BEGUN_MS = 15 * 60_000
const CHOOSING_MS = 20 * 60_000

/** Bound to the session and not only to the person, so that a stolen state is useless in another browser. */
export type PendingConnection = {
  readonly projectId: number
  readonly sessionId: number
  readonly network: SocialNetwork
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)
const hashOf = (network: SocialNetwork, secret: string): Buffer =>
  createHash('sha256').update(`${network}/${secret}`).digest()
const placeOfBegun = (hash: Buffer): string => `pending/begun/${hash.toString('hex')}`
const placeOfChoices = ({ projectId, sessionId, network }: PendingConnection): string =>
  `pending/choosing/${projectId}/${sessionId}/${network}`

type StartedConnection = PendingConnection & {
  /** The state, or the request token: what the network sends back. */
  readonly secret: string
  readonly isReconnecting: boolean
  readonly callbackUrl: string
  /** What is needed on the return and must stay secret (the secret of the request token). */
  readonly hidden?: string
}

/** Stores that a person was sent to the network. */
export const startPending = async (
  db: Db,
  seal: Seal,
  begun: StartedConnection,
  now: Date,
): Promise<void> => {
  const hash = hashOf(begun.network, begun.secret)
  const hidden = begun.hidden === undefined ? null : seal.sealText(placeOfBegun(hash), begun.hidden)
  await db
    .insertInto('pending_connections')
    .values({
      project_id: begun.projectId,
      session_id: begun.sessionId,
      social_network: begun.network,
      stage: 'begun',
      secret_hash: hash,
      is_reconnecting: begun.isReconnecting,
      callback_url: begun.callbackUrl,
      sealed: hidden?.sealed ?? null,
      token_key_id: hidden?.keyId ?? null,
      expires_at: after(now, BEGUN_MS),
    })
    .execute()
}

/** An attempt that came back from the network, with its secret. */
export type ReturnedConnection = PendingConnection & {
  readonly isReconnecting: boolean
  readonly callbackUrl: string
  readonly hidden: string
}

/**
 * Redeems the attempt with this secret, once: of two returns with the same secret, one gets null. A wrong, used or expired secret, and
 * one of another session or network, also give null and change nothing.
 */
export const consumePending = async (
  db: Db,
  seal: Seal,
  { network, sessionId, secret }: { network: SocialNetwork; sessionId: number; secret: string },
  now: Date,
): Promise<ReturnedConnection | null> => {
  const hash = hashOf(network, secret)
  const row = await db
    .updateTable('pending_connections')
    .set({ used_at: now })
    .where('secret_hash', '=', hash)
    .where('stage', '=', 'begun')
    .where('session_id', '=', sessionId)
    .where('social_network', '=', network)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  const { sealed, token_key_id: keyId } = row
  return {
    projectId: row.project_id,
    sessionId,
    network,
    isReconnecting: row.is_reconnecting,
    callbackUrl: row.callback_url ?? '',
    hidden: sealed && keyId ? seal.openText(placeOfBegun(hash), sealed, keyId) : '',
  }
}

/** What the browser may see of a choice; the access to it is stored sealed beside it. */
export type OfferedChoice = {
  readonly externalId: string
  readonly name: string
  readonly details: Readonly<Record<string, string>>
  readonly logoUrl: string | null
  readonly lacks: readonly string[]
}
type HiddenGrant = {
  readonly token: AccountToken
  readonly expiresAt: string | null
  readonly scopes: readonly string[]
}

/** Stores the pages with their access until one is chosen; they replace those offered to the same session before. */
export const storeChoices = (
  db: Db,
  seal: Seal,
  attempt: PendingConnection,
  choices: readonly AccountChoice[],
  now: Date,
): Promise<void> =>
  db.transaction().execute(async tx => {
    await deleteChoices(tx, attempt)
    const offered = choices.map(({ grant: _, ...shown }): OfferedChoice => shown)
    const grants = Object.fromEntries(
      choices.map(({ externalId, grant }): [string, HiddenGrant] => [
        externalId,
        { token: grant.token, scopes: grant.scopes, expiresAt: grant.expiresAt?.toISOString() ?? null },
      ]),
    )
    const { sealed, keyId } = seal.sealText(placeOfChoices(attempt), JSON.stringify(grants))
    await tx
      .insertInto('pending_connections')
      .values({
        project_id: attempt.projectId,
        session_id: attempt.sessionId,
        social_network: attempt.network,
        stage: 'choosing',
        choices: JSON.stringify(offered),
        sealed,
        token_key_id: keyId,
        expires_at: after(now, CHOOSING_MS),
      })
      .execute()
  })

/** Deletes the offered choices and their access, also once one of them was chosen. */
export const deleteChoices = async (tx: Tx, attempt: PendingConnection): Promise<void> => {
  await tx.deleteFrom('pending_connections').where(choicesOf(attempt)).execute()
}

const choicesOf =
  ({ projectId, sessionId, network }: PendingConnection) =>
  (eb: ExpressionBuilder<Database, 'pending_connections'>) =>
    eb.and({
      project_id: projectId,
      session_id: sessionId,
      social_network: network,
      stage: 'choosing' as const,
    })

/** The pages that this session may choose from, and a way to get the access to one. */
export type PendingChoices = {
  readonly choices: readonly OfferedChoice[]
  grantOf(
    externalId: string,
  ): { token: AccountToken; expiresAt: Date | null; scopes: readonly string[] } | null
}

/**
 * Locks the offer for this transaction: if two choices arrive together, the second one waits and then finds nothing. Null: none, or
 * expired.
 */
export const consumeChoices = async (
  tx: Tx,
  seal: Seal,
  attempt: PendingConnection,
  now: Date,
): Promise<PendingChoices | null> => {
  const row = await tx
    .selectFrom('pending_connections')
    .selectAll()
    .where(choicesOf(attempt))
    .forUpdate()
    .executeTakeFirst()
  if (!row?.sealed || !row.token_key_id || row.expires_at <= now) return null
  const grants = JSON.parse(seal.openText(placeOfChoices(attempt), row.sealed, row.token_key_id)) as Record<
    string,
    HiddenGrant
  >
  return {
    choices: row.choices as OfferedChoice[],
    grantOf: externalId => {
      const grant = Object.hasOwn(grants, externalId) ? grants[externalId] : undefined
      return grant
        ? { ...grant, expiresAt: grant.expiresAt === null ? null : new Date(grant.expiresAt) }
        : null
    },
  }
}

/** Deletes abandoned attempts together with their sealed tokens. */
export const purgePending = async (db: Db, now: Date): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('pending_connections')
    .where('expires_at', '<', now)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
