import { createHash } from 'node:crypto'
import type { ConnectedAccount, PostContent } from '#server/networks/network-adapter.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { tryHoldNames } from '#server/platform/db/locks.ts'
import type { Publication } from './publication.ts'
import { after, type Publisher } from './publisher.ts'

/**
 * What a publication has in common with all of the same account for which a look could take it, whatever project they are of; null where
 * its look cannot be mistaken.
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

/** One that is to be sent. */
export type Outgoing = { readonly id: number; readonly likeness: string | null }

/**
 * Which of these have to wait, since an equal one is at the network now or nobody knows whether it arrived. Of equals that are to go in
 * this moment, here or in another transaction, one goes: the one that has been there before, which keeps its place, or else the first.
 * Nobody waits for a lock; it is held until the transaction ends.
 */
export const findWaitingForDuplicates = async (
  tx: Tx,
  going: readonly (Outgoing & Pick<Publication, 'resends'>)[],
): Promise<Set<number>> => {
  const first = new Map<string, number>()
  for (const { id, likeness } of going.toSorted((a, b) => b.resends - a.resends))
    if (likeness !== null && !first.has(likeness)) first.set(likeness, id)
  if (first.size === 0) return new Set()
  const free = await tryHoldNames(tx, [...first.keys()])
  // After the locks are held, in a statement of its own: it sees what their last holders have committed.
  const ids = going.map(({ id }) => id)
  for (const { likeness } of await readInFlight(tx, [...free], ids)) if (likeness) free.delete(likeness)
  const isWaiting = ({ id, likeness }: Outgoing) =>
    likeness !== null && (first.get(likeness) !== id || !free.has(likeness))
  return new Set(going.filter(isWaiting).map(({ id }) => id))
}

/** At the network, or nobody knows whether; what is to be sent a second time has been there, too, and keeps its place. */
const readInFlight = async (db: Reader, likenesses: readonly string[], excludedIds: readonly number[]) =>
  likenesses.length === 0
    ? []
    : db
        .selectFrom('publications')
        .select(['likeness', 'status'])
        .where('likeness', 'in', likenesses)
        .where(eb =>
          eb.or([
            eb('status', 'in', ['sending', 'unknown']),
            eb.and([eb('status', 'in', ['queued', 'preparing']), eb('resends', '>', 0)]),
          ]),
        )
        .where('id', 'not in', excludedIds)
        .execute()

/** Whether an equal one is under way; `sending`: the network is asked for it in this moment. */
export const findDuplicateInFlight = async (
  db: Reader,
  { id, likeness }: Outgoing,
): Promise<'sending' | 'waiting' | null> => {
  if (likeness === null) return null
  const rows = await readInFlight(db, [likeness], [id])
  if (rows.length === 0) return null
  return rows.some(({ status }) => status === 'sending') ? 'sending' : 'waiting'
}

/** How many equal ones are live without anybody knowing as which post: what a look finds may be theirs. */
export const countLiveWithoutExternalId = async (
  { services, timings }: Publisher,
  { id, likeness }: Outgoing,
  sentAt: Date,
): Promise<number> => {
  if (likeness === null) return 0
  const { count } = await services.db
    .selectFrom('publications')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('likeness', '=', likeness)
    .where('status', '=', 'live')
    .where('external_id', 'is', null)
    .where('id', '<>', id)
    // As far back as a look leaves out what is known to be another's.
    .where('closed_at', '>', after(sentAt, -2 * timings.windowMs))
    .executeTakeFirstOrThrow()
  return Number(count)
}
