import { sql } from 'kysely'
import type {
  ConnectedAccount,
  LookUpQuery,
  Prepared,
  PublishTask,
} from '#server/networks/network-adapter.ts'
import type { Db } from '#server/platform/db/database.ts'
import { batched, oncePer } from '#server/platform/jobs/batches.ts'
import { duplicateKeyOf } from './duplicates.ts'
import { readUndecidedFrom } from './holds.ts'
import { readPostContent } from './post-content.ts'
import { LeaseLost, type Publication } from './publication.ts'
import { after, type Publisher } from './publisher.ts'

/** What the adapter needs to publish, with the sealed token as it was when it was read, and the key shared with duplicates. */
export type Delivery = PublishTask & {
  readonly sealedToken: Buffer
  readonly duplicateKey: string | null
}

/** What the adapter needs, or null if there is no account or no access to it. */
export const readDelivery = async (
  publisher: Publisher,
  publication: Publication,
): Promise<Delivery | null> => {
  const read = await readAccount(publisher, publication)
  if (!read) return null
  const { account, sealedToken } = read
  const prepared = Object.fromEntries(
    Object.entries(publication.prepared).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
  const savePrepared = async (ids: Prepared) => {
    await storePrepared(publisher, publication, ids)
    Object.assign(prepared, ids)
  }
  const content = await readPostContent(publisher.services, publication.post_social_id, savePrepared)
  const duplicateKey = duplicateKeyOf(publisher, publication, account, content)
  const { first_sent_at: firstSentAt, look_up_first: lookUpFirst } = publication
  return { account, content, prepared, savePrepared, firstSentAt, lookUpFirst, sealedToken, duplicateKey }
}

/** How much of a network's answer is stored. */
const STORED_CHARACTERS = 4_000

/** PostgreSQL stores neither NUL nor half a surrogate pair, which cutting can leave. An outcome must never be lost because of its text. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** The outcome with its answer cut to length, and with our tokens removed in case the network repeats them. */
export const withoutTokens = <T extends { readonly kind: string }>(
  outcome: T,
  { token }: ConnectedAccount,
): T => {
  if (!('response' in outcome) || typeof outcome.response !== 'string') return outcome
  const secrets = [token.token, token.secret ?? ''].filter(secret => secret.length > 0)
  const response = secrets.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), outcome.response)
  return { ...outcome, response: storable(response.slice(0, STORED_CHARACTERS)) }
}

/** A worker that stores an id is alive, so its lease is renewed. */
const storePrepared = async (
  publisher: Publisher,
  publication: Publication,
  ids: Prepared,
): Promise<void> => {
  const { db } = publisher.services
  const now = await publisher.now(db)
  const kept = await db
    .updateTable('publications')
    .set({
      prepared: sql`prepared || ${JSON.stringify(ids)}::jsonb`,
      lease_until: after(now, publisher.timings.leaseMs),
    })
    .where('id', '=', publication.id)
    .where('lease_token', '=', publication.lease_token)
    .where('status', 'in', ['preparing', 'sending'])
    .executeTakeFirst()
  if (kept.numUpdatedRows !== 1n) throw new LeaseLost()
}

/** Batched: one read for all that are requested at the same moment. */
const accountRow = oncePer((db: Db) =>
  batched(
    async (ids: readonly number[]) => {
      const rows = await db.selectFrom('social_accounts').selectAll().where('id', 'in', ids).execute()
      return ids.map(id => rows.find(row => row.id === id))
    },
    { size: 100, atOnce: 2 },
  ),
)

const readAccount = async (
  { services, seal }: Publisher,
  { social_account_id: id }: Publication,
): Promise<{ account: ConnectedAccount; sealedToken: Buffer } | null> => {
  if (id === null) return null
  const row = await accountRow(services.db)(id)
  if (!row?.sealed_token || !row.token_key_id) return null
  const sealedRow = { projectId: row.project_id, network: row.social_network, externalId: row.external_id }
  const token = seal.open(sealedRow, row.sealed_token, row.token_key_id)
  const account = {
    externalId: row.external_id,
    details: row.account_details,
    token,
    projectId: row.project_id,
  }
  return { account, sealedToken: row.sealed_token }
}

/** From when on to look, and which of the account's posts are known to belong to other publications. */
export const readSearch = async (
  publisher: Publisher,
  publication: Publication,
  account: ConnectedAccount,
): Promise<LookUpQuery> => {
  const { services, timings } = publisher
  const { lost_from: lostFrom, lost_until: lostUntil } = publication
  const ownSentAt = publication.first_sent_at ?? publication.sending_at ?? publication.created_at
  const sentAt = lostFrom && lostFrom < ownSentAt ? lostFrom : ownSentAt
  const rows = await services.db
    .selectFrom('publications')
    .innerJoin('social_accounts', 'social_accounts.id', 'publications.social_account_id')
    .select('publications.external_id')
    .where('social_accounts.social_network', '=', publication.social_network)
    .where('social_accounts.external_id', '=', account.externalId)
    .where('publications.external_id', 'is not', null)
    .where('publications.id', '<>', publication.id)
    .where('publications.closed_at', '>', after(sentAt, -2 * timings.windowMs))
    .execute()
  const askedAt = await publisher.now(services.db)
  // What the account shows of lost time that people have decided about is not of interest again.
  const undecidedFrom = lostUntil ? await readUndecidedFrom(services.db, publication) : null
  const lost = lostUntil ? { lostUntil, ...(undecidedFrom ? { lostFrom: undecidedFrom } : {}) } : {}
  return { sentAt, askedAt, ...lost, excludedIds: new Set(rows.flatMap(row => row.external_id ?? [])) }
}
