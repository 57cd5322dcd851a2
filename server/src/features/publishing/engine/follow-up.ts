import { retryDelayMs } from '#domain/publishing/timings.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
import { inBatches, oneFor } from '#server/platform/jobs/batches.ts'
import { type OpenDelivery, readDelivery } from './delivery.ts'
import { hostedKeys } from './draft.ts'
import { findDuplicateInFlight } from './duplicates.ts'
import { advanceFirstComment, markCommentFailed } from './first-comment.ts'
import { type FollowedPublication, lockFollowUp } from './follow-up-rows.ts'
import { lookUp } from './look-up.ts'
import { isExternalIdTaken } from './mark-live.ts'
import { LeaseLost, lockPublication, type Publication } from './publication.ts'
import { after, type Publisher } from './publisher.ts'

/**
 * What follows a live post: derived pictures go, its id and address are asked for where the call did not tell them, its first comment is
 * added. Best effort, by the row: whatever dies in the middle is taken on again, and nothing here changes that the post is live.
 */
export const followUp = async (publisher: Publisher, id: number): Promise<void> => {
  const publication = await claimFollowUp(publisher, id)
  if (!publication) return
  try {
    const delivery = await readDelivery(publisher, publication)
    for (const key of hostedKeys(delivery?.prepared ?? {})) await publisher.services.storage.remove(key)
    const found = delivery ? await findPermalink(publisher, publication, delivery) : publication
    const linkAt = await nextPermalinkAttempt(publisher, found, delivery)
    const isHopeless = found.external_id === null && linkAt === null
    const commentAt = await advanceFirstComment(publisher, found, delivery, isHopeless)
    await scheduleNext(publisher, publication, earlier(linkAt, commentAt))
  } catch (error) {
    if (error instanceof LeaseLost) return
    publisher.services.log.warn({ err: error, publication: id }, 'what follows a live post failed')
    await retryAfterError(publisher, publication)
  }
}

/** Takes a live publication on to see to what follows it. Null: nothing is due, or it is in other hands. */
export const claimFollowUp = async (publisher: Publisher, id: number): Promise<FollowedPublication | null> =>
  (await hasFollowUp(publisher)(id)) ? claimLive(publisher, id) : null

/** Most posts have nothing to follow: asked for all that went live in the same moment at once. */
const hasFollowUp = oneFor((publisher: Publisher) =>
  inBatches(
    async (ids: readonly number[]) => {
      const { db } = publisher.services
      const rows = await db
        .selectFrom('publication_follow_ups')
        .select('publication_id')
        .where('publication_id', 'in', ids)
        .where('run_at', 'is not', null)
        .execute()
      return ids.map(id => rows.some(row => row.publication_id === id))
    },
    { size: 100, atOnce: 2 },
  ),
)

const claimLive = (publisher: Publisher, id: number): Promise<FollowedPublication | null> =>
  publisher.services.db.transaction().execute(async tx => {
    const now = await publisher.now(tx)
    const row = await tx
      .selectFrom('publications')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'live')
      .where(eb => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return null
    const followUp = await lockFollowUp(tx, id)
    if (!followUp?.run_at || followUp.run_at > now) return null
    const lease = { lease_token: row.lease_token + 1, lease_until: after(now, publisher.timings.leaseMs) }
    await tx.updateTable('publications').set(lease).where('id', '=', id).execute()
    return { ...row, ...lease, followUp }
  })

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other)

/** The publication with its id and address, as far as the network tells them now. */
const findPermalink = async (
  publisher: Publisher,
  publication: FollowedPublication,
  delivery: OpenDelivery,
): Promise<FollowedPublication> => {
  const { external_id: id, permalink: known } = publication
  if (id !== null && known !== null) return publication
  const network = publisher.networks[publication.social_network]
  // An equal one that is being sent may be found instead of this: its own answer tells which it is.
  const equal = id === null ? await findDuplicateInFlight(publisher.services.db, publication) : null
  if (equal === 'sending') return publication
  const found =
    id === null
      ? await lookUp(publisher, publication)
      : { kind: 'present', externalId: id, permalink: await network.findPermalink(delivery.account, id) }
  if (found.kind !== 'present') return publication
  const external_id = id ?? found.externalId
  const permalink = known ?? found.permalink
  if (external_id === id && permalink === known) return publication
  const isKept = await storePermalink(publisher, publication, { external_id, permalink })
  return isKept ? { ...publication, external_id, permalink } : publication
}

type ExternalPost = Pick<Publication, 'external_id' | 'permalink'>

const storePermalink = (
  publisher: Publisher,
  publication: Publication,
  address: ExternalPost,
): Promise<boolean> =>
  publisher.services.db.transaction().execute(async tx => {
    const { publication: row, social } = await lockPublication(tx, publication.id)
    if (row.lease_token !== publication.lease_token) throw new LeaseLost()
    if (publication.external_id === null && (await isExternalIdTaken(tx, row, address.external_id)))
      return false
    const now = await publisher.now(tx)
    await tx.updateTable('publications').set(address).where('id', '=', row.id).execute()
    await tx
      .updateTable('post_socials')
      .set({ ...address, updated_at: now })
      .where('id', '=', social.id)
      .execute()
    await emitOfPostSocial(tx, 'post_social.permalink_found', social, null)
    return true
  })

/** When the address is asked for again; null: it is known, or was asked for often enough. */
const nextPermalinkAttempt = async (
  { services, timings, now }: Publisher,
  { external_id, permalink, followUp }: FollowedPublication,
  delivery: OpenDelivery | null,
): Promise<Date | null> => {
  const wait = timings.permalinkMs[followUp.permalink_attempts]
  const isKnown = external_id !== null && permalink !== null
  return isKnown || !delivery || wait === undefined ? null : after(await now(services.db), wait)
}

/** The turn is over; `at`: when the next one is due. */
const scheduleNext = (
  { services }: Publisher,
  { id, lease_token, followUp }: FollowedPublication,
  at: Date | null,
): Promise<void> =>
  services.db.transaction().execute(async tx => {
    const released = await tx
      .updateTable('publications')
      .set({ lease_until: null })
      .where('id', '=', id)
      .where('lease_token', '=', lease_token)
      .executeTakeFirst()
    if (released.numUpdatedRows !== 1n) return
    await tx
      .updateTable('publication_follow_ups')
      .set({ run_at: at, permalink_attempts: followUp.permalink_attempts + 1 })
      .where('publication_id', '=', id)
      .execute()
  })

/** After a mistake of ours: again in a while, as long as a publication would be tried again. */
const retryAfterError = async (publisher: Publisher, publication: FollowedPublication): Promise<void> => {
  const { services, timings } = publisher
  const now = await publisher.now(services.db)
  const again = after(
    now,
    retryDelayMs(publication.followUp.permalink_attempts + 1, null, publisher.random(), timings),
  )
  const isTooLate = again > after(publication.followUp.since, timings.windowMs)
  if (isTooLate && publication.followUp.comment === 'pending')
    await markCommentFailed(publisher, publication, 'Galley could not add the comment.')
  await scheduleNext(publisher, publication, isTooLate ? null : again)
}
