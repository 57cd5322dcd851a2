import type { Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { after, openStatuses, type Publisher } from '../queries.ts'

export type Publication = Row<'publications'>

/**
 * Takes a publication on for as long as the lease, whatever step its last worker left it at: `preparing` begins again, which is harmless;
 * `sending` becomes `unknown`, since nobody can say whether the call was made. The token rises with every claim, and only who holds
 * the present one may write. Null: not due, over, or in other hands; nobody waits for a row that another worker holds.
 */
export const claimPublication = (publisher: Publisher, id: number): Promise<Publication | null> =>
  publisher.services.db.transaction().execute(async tx => {
    const now = await publisher.now(tx)
    const row = await tx
      .selectFrom('publications')
      .selectAll()
      .where('id', '=', id)
      .where('status', 'in', openStatuses)
      .where('run_at', '<=', now)
      .where(eb => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    return row ? takeOver(tx, publisher, row, now) : null
  })

const takeOver = async (
  tx: Tx,
  { timings }: Publisher,
  row: Publication,
  now: Date,
): Promise<Publication | null> => {
  const lease = { lease_token: row.lease_token + 1, lease_until: after(now, timings.leaseMs) }
  if (row.status === 'preparing') await move(tx, 'publications', row.id, 'released')
  if (row.status === 'preparing' || row.status === 'queued')
    await move(tx, 'publications', row.id, 'claimed', lease)
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
