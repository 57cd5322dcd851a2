import { openStatuses, publicationLifecycle } from '#domain/publishing/status.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { move, moveAll } from '#server/platform/db/move.ts'
import { batched, oncePer } from '#server/platform/jobs/batches.ts'
import { isKnownTimeline } from './lost-time.ts'
import { findLimit } from './network-limits.ts'
import type { Publication } from './publication.ts'
import { after, type Publisher } from './publisher.ts'

/**
 * Claims one publication; publications claimed at the same moment share the statement. Null: not due, ended, or claimed by another
 * worker.
 */
export const claimPublication = (publisher: Publisher, id: number): Promise<Publication | null> =>
  claimInBatch(publisher)(id)

const claimInBatch = oncePer((publisher: Publisher) =>
  batched(
    async (ids: readonly number[]) => {
      const claimed = await claimPublications(publisher, ids)
      return ids.map(id => claimed.find(publication => publication.id === id) ?? null)
    },
    { size: 100, atOnce: 2 },
  ),
)

/**
 * Claims publications for the length of a lease, whatever step their last worker left them at: `preparing` starts again, which is
 * harmless; `sending` becomes `unknown`, since the call may have been made. Every claim raises the lease token, and only the holder of
 * the current token may write. Rows that another worker has locked are skipped.
 * @returns those that were due and not claimed by another worker
 */
const claimPublications = (publisher: Publisher, ids: readonly number[]): Promise<Publication[]> =>
  publisher.services.db.transaction().execute(async tx => {
    if (!(await isKnownTimeline(tx))) return []
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
    const claimed = await moveAll(tx, publicationLifecycle, 'claimed', changes)
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

/** A publication that had to wait for a limit of its account or app fails with that reason, not for having missed its time. */
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
  if (row.status === 'sending') {
    const firstLookUp = after(row.sending_at ?? now, timings.firstLookUpMs)
    await move(tx, publicationLifecycle, row.id, 'answer_lost', {
      lease_token: lease.lease_token,
      ...(firstLookUp > now
        ? { run_at: firstLookUp, lease_until: null }
        : { lease_until: lease.lease_until }),
    })
    if (firstLookUp > now) return null
  }
  // Written once: a second write in one transaction would check the key to the version again, and so wait for the transaction that
  // has locked the version, such as that of the former worker, which waits for this row.
  if (row.status === 'preparing' || row.status === 'unknown')
    await tx.updateTable('publications').set(lease).where('id', '=', row.id).execute()
  return tx.selectFrom('publications').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
}
