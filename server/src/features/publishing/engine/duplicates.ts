import { createHash } from 'node:crypto'
import type { ConnectedAccount, PostContent } from '#server/networks/network-adapter.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { tryAdvisoryLocks } from '#server/platform/db/locks.ts'
import type { Publication } from './publication.ts'
import { after, type Publisher } from './publisher.ts'

/**
 * A key shared by all publications of an account that a look-up could mistake for one another, across projects; null where a look-up
 * cannot be mistaken. Stored as `duplicate_key`.
 */
export const duplicateKeyOf = (
  { networks }: Publisher,
  { social_network: network }: Publication,
  { externalId }: ConnectedAccount,
  draft: PostContent,
): string | null => {
  const common = networks[network].duplicateKey?.(draft) ?? null
  if (common === null) return null
  return createHash('sha256').update(`${network}/${externalId}/${common}`).digest('hex')
}

/** A publication that is about to be sent. */
export type Outgoing = { readonly id: number; readonly duplicate_key: string | null }

/**
 * The ids of those that must wait because a duplicate is being sent or is not confirmed yet. When several duplicates are due at once,
 * here or in another transaction, only one is sent; a resend goes before a first send. The locks are kept until the transaction ends,
 * and nothing waits for them.
 */
export const findWaitingForDuplicates = async (
  tx: Tx,
  outgoing: readonly (Outgoing & Pick<Publication, 'resends'>)[],
): Promise<Set<number>> => {
  const first = new Map<string, number>()
  for (const { id, duplicate_key } of outgoing.toSorted((a, b) => b.resends - a.resends))
    if (duplicate_key !== null && !first.has(duplicate_key)) first.set(duplicate_key, id)
  if (first.size === 0) return new Set()
  const free = await tryAdvisoryLocks(tx, [...first.keys()])
  // A separate statement after the locking one, so that it sees what the previous owners of the locks have committed.
  const ids = outgoing.map(({ id }) => id)
  for (const { duplicate_key } of await readInFlight(tx, [...free], ids))
    if (duplicate_key) free.delete(duplicate_key)
  const isWaiting = ({ id, duplicate_key }: Outgoing) =>
    duplicate_key !== null && (first.get(duplicate_key) !== id || !free.has(duplicate_key))
  return new Set(outgoing.filter(isWaiting).map(({ id }) => id))
}

/** Those that are being sent or not confirmed yet, and those that wait to be sent a second time, which keep their place. */
const readInFlight = async (db: Reader, keys: readonly string[], excludedIds: readonly number[]) =>
  keys.length === 0
    ? []
    : db
        .selectFrom('publications')
        .select(['duplicate_key', 'status'])
        .where('duplicate_key', 'in', keys)
        .where(eb =>
          eb.or([
            eb('status', 'in', ['sending', 'unknown']),
            eb.and([eb('status', 'in', ['queued', 'preparing']), eb('resends', '>', 0)]),
          ]),
        )
        .where('id', 'not in', excludedIds)
        .execute()

/** Whether a duplicate is in flight; `sending`: its call is being made right now. */
export const findDuplicateInFlight = async (
  db: Reader,
  { id, duplicate_key }: Outgoing,
): Promise<'sending' | 'waiting' | null> => {
  if (duplicate_key === null) return null
  const rows = await readInFlight(db, [duplicate_key], [id])
  if (rows.length === 0) return null
  return rows.some(({ status }) => status === 'sending') ? 'sending' : 'waiting'
}

/** How many duplicates are live without a known external id: what a look-up finds may be one of theirs. */
export const countLiveWithoutExternalId = async (
  { services, timings }: Publisher,
  { id, duplicate_key }: Outgoing,
  sentAt: Date,
): Promise<number> => {
  if (duplicate_key === null) return 0
  const { count } = await services.db
    .selectFrom('publications')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('duplicate_key', '=', duplicate_key)
    .where('status', '=', 'live')
    .where('external_id', 'is', null)
    .where('id', '<>', id)
    // As far back as a look-up ignores posts known to belong to other publications.
    .where('closed_at', '>', after(sentAt, -2 * timings.windowMs))
    .executeTakeFirstOrThrow()
  return Number(count)
}
