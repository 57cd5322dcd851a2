import { retryDelayMs } from '#domain/publishing/timings.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
import { batched, oncePer } from '#server/platform/jobs/batches.ts'
import { inSpan } from '#server/platform/spans.ts'
import { type Delivery, readDelivery } from './delivery.ts'
import { findDuplicateInFlight } from './duplicates.ts'
import { advanceFirstComment, markCommentFailed } from './first-comment.ts'
import { type FollowedPublication, lockFollowUp } from './follow-up-rows.ts'
import { lookUp } from './look-up.ts'
import { isKnownTimeline } from './lost-time.ts'
import { isExternalIdTaken } from './mark-live.ts'
import { hostedKeys } from './post-content.ts'
import { LeaseLost, lockPublication, type Publication, spanOf } from './publication.ts'
import { after, type Publisher } from './publisher.ts'

/**
 * The work that remains once a post is live: derived pictures are deleted, its id and permalink are looked up if the call did not
 * return them, and its first comment is added. Best effort: what a crashed worker leaves undone is resumed from the row, and nothing
 * here changes that the post is live.
 */
export const followUp = async (publisher: Publisher, id: number): Promise<void> => {
  const publication = await claimFollowUp(publisher, id)
  if (!publication) return
  await inSpan('follow up', spanOf(publication), () => followUpClaimed(publisher, publication))
}

const followUpClaimed = async (publisher: Publisher, publication: FollowedPublication): Promise<void> => {
  try {
    const delivery = await readDelivery(publisher, publication)
    for (const key of hostedKeys(delivery?.prepared ?? {})) await publisher.services.storage.remove(key)
    const found = delivery ? await findPermalink(publisher, publication, delivery) : publication
    const linkAt = await nextPermalinkAttempt(publisher, found, delivery)
    const isIdGivenUp = found.external_id === null && linkAt === null
    const commentAt = await advanceFirstComment(publisher, found, delivery, isIdGivenUp)
    await scheduleNext(publisher, publication, earlier(linkAt, commentAt))
  } catch (error) {
    if (error instanceof LeaseLost) return
    publisher.services.log.warn(
      { err: error, publication: publication.id },
      'the follow-up of a live post failed',
    )
    await retryAfterError(publisher, publication)
  }
}

/** Claims a live publication whose follow-up is due. Null: nothing is due, or another worker has claimed it. */
const claimFollowUp = async (publisher: Publisher, id: number): Promise<FollowedPublication | null> =>
  (await hasFollowUp(publisher)(id)) ? claimLive(publisher, id) : null

/** Most posts need no follow-up, so this is checked together for all that went live at the same moment. */
const hasFollowUp = oncePer((publisher: Publisher) =>
  batched(
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
    if (!(await isKnownTimeline(tx))) return null
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

/** The publication with its id and permalink, as far as the network knows them by now. */
const findPermalink = async (
  publisher: Publisher,
  publication: FollowedPublication,
  delivery: Delivery,
): Promise<FollowedPublication> => {
  const { external_id: id, permalink: known } = publication
  if (id !== null && known !== null) return publication
  const network = publisher.networks[publication.social_network]
  // The look-up might find a duplicate that is being sent instead of this one; the duplicate's own answer will tell them apart.
  const duplicate = id === null ? await findDuplicateInFlight(publisher.services.db, publication) : null
  if (duplicate === 'sending') return publication
  const found =
    id === null
      ? await lookUp(publisher, publication)
      : { kind: 'present', externalId: id, permalink: await network.findPermalink(delivery.account, id) }
  if (found.kind !== 'present') return publication
  const external_id = id ?? found.externalId
  const permalink = known ?? found.permalink
  if (external_id === id && permalink === known) return publication
  const isStored = await storePermalink(publisher, publication, { external_id, permalink })
  return isStored ? { ...publication, external_id, permalink } : publication
}

type ExternalPost = Pick<Publication, 'external_id' | 'permalink'>

const storePermalink = (
  publisher: Publisher,
  publication: Publication,
  found: ExternalPost,
): Promise<boolean> =>
  publisher.services.db.transaction().execute(async tx => {
    const { publication: row, social } = await lockPublication(tx, publication.id)
    if (row.lease_token !== publication.lease_token) throw new LeaseLost()
    if (publication.external_id === null && (await isExternalIdTaken(tx, row, found.external_id)))
      return false
    const now = await publisher.now(tx)
    await tx.updateTable('publications').set(found).where('id', '=', row.id).execute()
    await tx
      .updateTable('post_socials')
      .set({ ...found, updated_at: now })
      .where('id', '=', social.id)
      .execute()
    await emitOfPostSocial(tx, 'post_social.permalink_found', social, null)
    return true
  })

/** When to request the permalink again; null: it is known, or was requested often enough. */
const nextPermalinkAttempt = async (
  { services, timings, now }: Publisher,
  { external_id, permalink, followUp }: FollowedPublication,
  delivery: Delivery | null,
): Promise<Date | null> => {
  const wait = timings.permalinkMs[followUp.permalink_attempts]
  const isKnown = external_id !== null && permalink !== null
  return isKnown || !delivery || wait === undefined ? null : after(await now(services.db), wait)
}

/** Releases the lease; `at`: when the next follow-up is due. */
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

/** After an error of ours: retried with growing delays, for as long as a publication would be. */
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
