import { sql } from 'kysely'
import type { FailureReason } from '#domain/publishing/status.ts'
import { move } from '#server/platform/db/move.ts'
import type { Publication } from '../claim/commands.ts'
import { LeaseLost } from '../delivery/queries.ts'
import { holdBoth } from '../outcomes/queries.ts'
import { after, type Publisher } from '../queries.ts'
import { whyNotSend } from './queries.ts'

/**
 * Commits `sending` with the time: from here on the call may have been made, and whoever finds the row looks on the network before
 * anything else. The post social is held meanwhile, so a change is either seen here or refused as "being published".
 * @returns why it may not go out, or null: call now. @throws LeaseLost
 */
export const commitSending = (
  publisher: Publisher,
  publication: Publication,
): Promise<FailureReason | null> =>
  publisher.services.db.transaction().execute(async tx => {
    await holdBoth(tx, publication.id)
    const reason = await whyNotSend(tx, publication)
    if (reason) return reason
    const now = await publisher.now(tx)
    const firstSent = sql`jsonb_build_object('first_sent_at', ${now.toISOString()}::text)`
    const sent = await move(
      tx,
      'publications',
      publication.id,
      'sent',
      {
        sending_at: now,
        lease_until: after(now, publisher.timings.leaseMs),
        // The first call's time stays: a second one may find what the first left.
        prepared: sql`${firstSent} || prepared`,
      },
      { lease_token: publication.lease_token },
    )
    if (!sent) throw new LeaseLost()
    return null
  })
