import { openStatuses } from '#domain/publishing/status.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { move, moveAll } from '#server/platform/db/move.ts'
import { inBatches, oneFor } from '#server/platform/jobs/batches.ts'
import { findLimit } from './network-limits.ts'
import type { Publication } from './publication.ts'
import { after, type Publisher } from './publisher.ts'

/**
 * Takes one publication on, as `claimPublications` does; what is asked for in the same moment is claimed together. Null: not due, over,
 * or in other hands.
 */
export const claimPublication = (publisher: Publisher, id: number): Promise<Publication | null> =>
  claimInBatch(publisher)(id)

const claimInBatch = oneFor((publisher: Publisher) =>
  inBatches(
    async (ids: readonly number[]) => {
      const claimed = await claimPublications(publisher, ids)
      return ids.map(id => claimed.find(publication => publication.id === id) ?? null)
    },
    { size: 100, atOnce: 2 },
  ),
)

/**
 * Takes publications on for as long as the lease, whatever step their last worker left them at: `preparing` begins again, which is
 * harmless; `sending` becomes `unknown`, since nobody can say whether the call was made. The token rises with every claim, and only who
 * holds the present one may write. @returns those it got: not what is not due, over, or in other hands; nobody waits for a row that
 * another worker holds.
 */
const claimPublications = (publisher: Publisher, ids: readonly number[]): Promise<Publication[]> =>
  publisher.services.db.transaction().execute(async tx => {
    const now = await publisher.now(tx)
    const rows = await tx
      .selectFrom('publications')
      .selectAll()
      .where('id', 'in', ids)
      .where('status', 'in', openStatuses)
      .where('run_at', '<=', now)
      .where(eb => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute()
    const lease_until = after(now, publisher.timings.leaseMs)
    const queued = rows
      .filter(row => row.status === 'queued')
      .map(row => ({ ...row, lease_token: row.lease_token + 1, lease_until }))
    await recordLateReason(tx, publisher, queued, now)
    const changes = queued.map(({ id, lease_token }) => ({ id, lease_token, lease_until }))
    const claimed = await moveAll(tx, 'publications', 'claimed', changes)
    const taken: Publication[] = queued
      .filter(row => claimed.has(row.id))
      .map(row => ({ ...row, status: 'preparing' }))
    for (const row of rows) {
      if (row.status === 'queued') continue
      const found = await takeOver(tx, publisher, row, now)
      if (found) taken.push(found)
    }
    return taken
  })

/** What was never tried because its account or app had reached a limit did not just miss its time. */
const recordLateReason = async (
  tx: Tx,
  { timings }: Publisher,
  queued: Publication[],
  now: Date,
): Promise<void> => {
  for (const row of queued) {
    const tooLateAt = after(row.due_at, timings.windowMs)
    if (row.late_reason !== null || now <= tooLateAt) continue
    const limit = await findLimit(tx, row)
    const hadToWait = limit && limit.told_at <= tooLateAt && limit.not_before >= tooLateAt
    if (hadToWait) Object.assign(row, { late_reason: 'limit_reached' })
  }
}

const takeOver = async (
  tx: Tx,
  { timings }: Publisher,
  row: Publication,
  now: Date,
): Promise<Publication | null> => {
  const lease = { lease_token: row.lease_token + 1, lease_until: after(now, timings.leaseMs) }
  if (row.status === 'preparing') {
    await move(tx, 'publications', row.id, 'released')
    await move(tx, 'publications', row.id, 'claimed', lease)
  }
  if (row.status === 'sending') {
    const firstLook = after(row.sending_at ?? now, timings.firstLookMs)
    await move(tx, 'publications', row.id, 'answer_lost', {
      lease_token: lease.lease_token,
      ...(firstLook > now ? { run_at: firstLook, lease_until: null } : { lease_until: lease.lease_until }),
    })
    if (firstLook > now) return null
  }
  if (row.status === 'unknown')
    await tx.updateTable('publications').set(lease).where('id', '=', row.id).execute()
  return tx.selectFrom('publications').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
}
