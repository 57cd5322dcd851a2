import { inBatches, oneFor } from '#server/platform/jobs/batches.ts'
import type { Publication } from '../engine/claim.ts'
import { after, type Publisher } from '../engine/publisher.ts'

/** Takes a live publication on to see to what follows it. Null: nothing is due, or it is in other hands. */
export const claimFollowUp = async (publisher: Publisher, id: number): Promise<Publication | null> =>
  (await isToFollow(publisher)(id)) ? claim(publisher, id) : null

/** Most posts have nothing to follow: asked for all that went live in the same moment at once. */
const isToFollow = oneFor((publisher: Publisher) =>
  inBatches(
    async (ids: readonly number[]) => {
      const { db } = publisher.services
      const rows = await db
        .selectFrom('publications')
        .select('id')
        .where('id', 'in', ids)
        .where('follow_up_at', 'is not', null)
        .execute()
      return ids.map(id => rows.some(row => row.id === id))
    },
    { size: 100, atOnce: 2 },
  ),
)

const claim = (publisher: Publisher, id: number): Promise<Publication | null> =>
  publisher.services.db.transaction().execute(async tx => {
    const now = await publisher.now(tx)
    const row = await tx
      .selectFrom('publications')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'live')
      .where('follow_up_at', '<=', now)
      .where(eb => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return null
    const lease = { lease_token: row.lease_token + 1, lease_until: after(now, publisher.timings.leaseMs) }
    await tx.updateTable('publications').set(lease).where('id', '=', id).execute()
    return { ...row, ...lease }
  })
