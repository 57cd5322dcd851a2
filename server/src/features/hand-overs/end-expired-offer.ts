import { sql } from 'kysely'
import { fullName } from '#domain/kernel/text.ts'
import { isUnwanted } from '#server/features/projects/outgoing.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { findMaker } from './answers.ts'
import { expiredMail } from './mails.ts'
import { findRecipient, isStillOpen, type Offer } from './offers.ts'

export const endExpiredOfferQueue: JobQueue<{ offerId: number }> = {
  name: 'end-expired-offer',
  retry: { times: 20, firstSeconds: 10, longestSeconds: 600 },
  expireSeconds: 60,
}

/** Tells both admins, once, that nobody has answered an offer in its time (docs/product/hand-over.md "The offer"). */
export const endExpiredOffer = (services: Services, offerId: number): Promise<JobOutcome> =>
  services.db.transaction().execute(async (tx): Promise<JobOutcome> => {
    const now = services.clock.now()
    const { rows } = await sql<Offer>`
      update project_hand_overs o set withdrawn_at = o.expires_at from projects p
      where o.id = ${offerId} and o.expires_at <= ${now} and p.id = o.project_id
        and p.deleted_at is null and p.agency_id = o.from_agency_id
        and o.accepted_at is null and o.declined_at is null and o.withdrawn_at is null
      returning o.*`.execute(tx)
    const [offer] = rows
    // The database, which wakes the job, may be ahead of this process's clock.
    if (!offer) return (await isStillOpen(tx, { id: offerId }, now)) ? 'retry' : 'done'
    await tellBoth(tx, services, offer)
    return 'done'
  })

const tellBoth = async (tx: Tx, services: Services, offer: Offer): Promise<void> => {
  const { from_agency_id: agencyId, project_name: project, email } = offer
  const { name: agency } = await tx
    .selectFrom('agencies')
    .select('name')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  const about = { publicUrl: services.config.publicUrl, project }
  const maker = await findMaker(tx, offer)
  if (maker) {
    const mail = expiredMail({ ...about, name: fullName(maker), offeredBy: null })
    await queueMail(tx, services, { to: maker.email, ...mail })
  }
  const recipient = (await isUnwanted(tx, agencyId, email)) ? null : await findRecipient(tx, agencyId, email)
  if (recipient) {
    const mail = expiredMail({ ...about, name: fullName(recipient), offeredBy: agency })
    await queueMail(tx, services, { to: email, ...mail })
  }
}
