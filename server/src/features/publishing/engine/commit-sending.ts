import { sendObstacle } from '#domain/publishing/send-obstacle.ts'
import { type FailureReason, publicationLifecycle } from '#domain/publishing/status.ts'
import { readDigests } from '#server/features/posts/content.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { moveAll } from '#server/platform/db/move.ts'
import { batched, oncePer } from '#server/platform/jobs/batches.ts'
import { findWaitingForDuplicates } from './duplicates.ts'
import { findHeld, lockAgainstPause } from './holds.ts'
import { LeaseLost, lockPublications, type Publication } from './publication.ts'
import { after, lateReason, type Publisher } from './publisher.ts'

/**
 * Commits `sending` with its time. From here on the call may have been made, so any worker that finds the row must look the post up on
 * the network before doing anything else. The post social stays locked until the commit: a change is either seen here or refused as
 * "being published". Publications that are ready at the same moment are committed together; one that would wait for a lock is
 * committed alone.
 * @returns why it must not go out (`duplicate_in_flight` and `held`: must not yet), or null: make the call now. @throws LeaseLost
 */
export const commitSending = async (
  publisher: Publisher,
  publication: Publication,
  duplicateKey: string | null,
): Promise<FailureReason | 'duplicate_in_flight' | 'held' | null> => {
  const ready = { ...publication, duplicate_key: duplicateKey }
  const together = await commitInBatch(publisher)(ready)
  const committed = together === 'locked' ? await commitAlone(publisher, ready) : together
  if (committed === 'lease_lost' || committed === 'locked') throw new LeaseLost()
  return committed
}

type Committed = FailureReason | 'duplicate_in_flight' | 'held' | 'lease_lost' | 'locked' | null

const commitInBatch = oncePer((publisher: Publisher) =>
  batched(
    (publications: readonly Publication[]) =>
      publisher.services.db.transaction().execute(tx => commitAll(tx, publisher, publications, 'skip')),
    { size: 50, atOnce: 2 },
  ),
)

const commitAlone = async (publisher: Publisher, publication: Publication): Promise<Committed> => {
  const [committed = null] = await publisher.services.db
    .transaction()
    .execute(tx => commitAll(tx, publisher, [publication], 'wait'))
  return committed
}

const commitAll = async (
  tx: Tx,
  publisher: Publisher,
  publications: readonly Publication[],
  ifLocked: 'wait' | 'skip',
): Promise<Committed[]> => {
  const ids = publications.map(({ id }) => id)
  const locked = await lockPublications(tx, ids, ifLocked)
  const withAccount = await lockAccounts(tx, publications, ifLocked)
  const isLocked = ({ id }: Publication) => locked.has(id) && withAccount.has(id)
  const found = await findObstacles(tx, publications)
  const now = await publisher.now(tx)
  const obstacles = publications.map(
    (publication, index) => found[index] ?? lateReason(publisher, publication, now),
  )
  await lockAgainstPause(tx)
  const held = await findHeld(tx, publications)
  const able = publications.filter(
    (publication, index) => isLocked(publication) && !held[index] && obstacles[index] === null,
  )
  const waiting = await findWaitingForDuplicates(tx, able)
  const outgoing = able.filter(({ id }) => !waiting.has(id))
  const changes = outgoing.map(({ id, lease_token, duplicate_key }) => ({
    id,
    lease_token,
    duplicate_key,
    sending_at: now,
    lease_until: after(now, publisher.timings.leaseMs),
    // The time of the first call stays: a look-up after the second one may find what the first one published.
    first_sent_at: locked.get(id)?.publication.first_sent_at ?? now,
  }))
  const sent = await moveAll(tx, publicationLifecycle, 'sent', changes, 'lease_token')
  return publications.map((publication, index) => {
    if (!isLocked(publication)) return 'locked'
    if (held[index]) return 'held'
    if (waiting.has(publication.id)) return 'duplicate_in_flight'
    return obstacles[index] ?? (sent.has(publication.id) ? null : 'lease_lost')
  })
}

/**
 * Locks the accounts, so that none is removed before the transaction ends. `skip`: those that another transaction has locked are left
 * out, so that one account delays nobody else's posts. @returns the publications whose account is locked, or that have none
 */
const lockAccounts = async (
  tx: Tx,
  publications: readonly Publication[],
  ifLocked: 'wait' | 'skip',
): Promise<Set<number>> => {
  const ids = accountIdsOf(publications)
  const rows =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('social_accounts')
          .select('id')
          .where('id', 'in', ids)
          .orderBy('id')
          .forShare()
          .$if(ifLocked === 'skip', query => query.skipLocked())
          .execute()
  const locked = new Set(rows.map(row => row.id))
  const isLocked = ({ social_account_id: id }: Publication) => id === null || locked.has(id)
  return new Set(publications.filter(isLocked).map(({ id }) => id))
}

const accountIdsOf = (publications: readonly Publication[]): number[] =>
  publications.flatMap(publication => publication.social_account_id ?? [])

/**
 * Why each of these publications may not go out, in their order; null where it may. Checked before anything is uploaded, and again in the
 * transaction that commits `sending`, so that a change, deletion or removal wins until then.
 */
export const findObstacles = async (
  db: Reader,
  publications: readonly Publication[],
): Promise<(FailureReason | null)[]> => {
  const socialIds = publications.map(publication => publication.post_social_id)
  const socials = await readSocials(db, socialIds)
  const digests = await readDigests(db, socialIds)
  const accounts = await readAccounts(db, publications)
  return publications.map(publication => {
    const social = socials.get(publication.post_social_id)
    if (!social) return 'content_changed'
    const present = digests.get(publication.post_social_id)
    const account = accounts.get(publication.social_account_id ?? 0)
    return sendObstacle({
      status: social.status,
      isGone: social.post_deleted_at !== null || social.project_deleted_at !== null,
      digestMatches: present === publication.content_digest && present === social.cleared_digest,
      network: publication.social_network,
      type: social.type,
      account: account && {
        isRemoved: account.removed_at !== null,
        // Approved for an account that was connected before this one (decision 158).
        isOther: social.approved_account_id !== null && social.approved_account_id !== account.id,
        needsReconnecting: account.needs_reconnecting,
        hasToken: account.has_token === true,
      },
    })
  })
}

const readSocials = async (db: Reader, ids: readonly number[]) => {
  const rows = await db
    .selectFrom('post_socials')
    .innerJoin('posts', 'posts.id', 'post_socials.post_id')
    .innerJoin('projects', 'projects.id', 'post_socials.project_id')
    .select(['post_socials.id', 'post_socials.status', 'post_socials.type', 'cleared_digest'])
    .select('approved_account_id')
    .select('posts.deleted_at as post_deleted_at')
    .select('projects.deleted_at as project_deleted_at')
    .where('post_socials.id', 'in', ids)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

const readAccounts = async (db: Reader, publications: readonly Publication[]) => {
  const ids = accountIdsOf(publications)
  if (ids.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('social_accounts')
    .select(['id', 'removed_at', 'needs_reconnecting'])
    .select(eb => eb('sealed_token', 'is not', null).as('has_token'))
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}
