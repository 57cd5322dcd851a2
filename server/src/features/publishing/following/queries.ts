import type { Publication } from '../claim/commands.ts'
import { after, type Publisher } from '../queries.ts'

/** Takes a live publication on to see to what follows it. Null: nothing is due, or it is in other hands. */
export const claimFollowUp = (publisher: Publisher, id: number): Promise<Publication | null> =>
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
