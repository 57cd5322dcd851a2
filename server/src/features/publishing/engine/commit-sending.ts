import type { FailureReason } from '#domain/publishing/status.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { moveAll } from '#server/platform/db/move.ts'
import { inBatches, oneFor } from '#server/platform/jobs/batches.ts'
import { holdAccounts, whyNotSend } from '../sending/queries.ts'
import type { Publication } from './claim.ts'
import { LeaseLost } from './delivery.ts'
import { findWaiting } from './duplicates.ts'
import { holdAll } from './publication.ts'
import { after, type Publisher, whyTooLate } from './publisher.ts'

/**
 * Commits `sending` with the time: from here on the call may have been made, and whoever finds the row looks on the network before
 * anything else. The post social is held meanwhile, so a change is either seen here or refused as "being published". What is ready in
 * the same moment is committed together; whoever has to wait for a lock waits alone.
 * @returns why it may not go out, `equal_goes_first` where it may not do so yet, or null: call now. @throws LeaseLost
 */
export const commitSending = async (
  publisher: Publisher,
  publication: Publication,
  likeness: string | null,
): Promise<FailureReason | 'equal_goes_first' | null> => {
  const ready = { ...publication, likeness }
  const together = await commitTogether(publisher)(ready)
  const committed = together === 'held' ? await commitAlone(publisher, ready) : together
  if (committed === 'lease_lost' || committed === 'held') throw new LeaseLost()
  return committed
}

type Committed = FailureReason | 'equal_goes_first' | 'lease_lost' | 'held' | null

const commitTogether = oneFor((publisher: Publisher) =>
  inBatches(
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
  locked: 'wait' | 'skip',
): Promise<Committed[]> => {
  const ids = publications.map(({ id }) => id)
  const held = await holdAll(tx, ids, locked)
  const withAccount = await holdAccounts(tx, publications, locked)
  const isHeld = ({ id }: Publication) => held.has(id) && withAccount.has(id)
  const reasons = await whyNotSend(tx, publications)
  const now = await publisher.now(tx)
  const whyNot = publications.map(
    (publication, index) => reasons[index] ?? whyTooLate(publisher, publication, now),
  )
  const able = publications.filter((publication, index) => isHeld(publication) && whyNot[index] === null)
  const waiting = await findWaiting(tx, able)
  const going = able.filter(({ id }) => !waiting.has(id))
  const changes = going.map(({ id, lease_token, likeness }) => ({
    ...{ id, lease_token, likeness },
    sending_at: now,
    lease_until: after(now, publisher.timings.leaseMs),
    // The first call's time stays: a second one may find what the first left.
    prepared: { first_sent_at: now.toISOString(), ...held.get(id)?.publication.prepared },
  }))
  const sent = await moveAll(tx, 'publications', 'sent', changes, 'lease_token')
  return publications.map((publication, index) => {
    if (!isHeld(publication)) return 'held'
    if (waiting.has(publication.id)) return 'equal_goes_first'
    return whyNot[index] ?? (sent.has(publication.id) ? null : 'lease_lost')
  })
}
