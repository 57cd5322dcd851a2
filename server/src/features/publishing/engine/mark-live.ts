import type { SocialNetwork } from '#domain/networks/model.ts'
import { postSocialLifecycle } from '#domain/posts/status.ts'
import { publicationLifecycle } from '#domain/publishing/status.ts'
import { dateLivePosts } from '#server/features/posts/date-live-posts.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { advisoryLock, tryAdvisoryLocks } from '#server/platform/db/locks.ts'
import { move, moveAll } from '#server/platform/db/move.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { emitAll, eventOf } from '#server/platform/events/emit.ts'
import { batched, oncePer } from '#server/platform/jobs/batches.ts'
import { firstCommentOf } from './first-comment.ts'
import { openFollowUps } from './follow-up-rows.ts'
import { emitOutcome, markUnknown, withLockedPublication } from './outcomes.ts'
import { hostedKeys } from './post-content.ts'
import { type LockedPublication, lockPublications, type Publication } from './publication.ts'
import type { Publisher } from './publisher.ts'

/**
 * A post that is on the network. `isFound`: it was found by a look-up, not reported by the call itself. `publishedAt`: since when, by the
 * network's clock; left out if it is live as of now or the network does not tell.
 */
export type LivePost = {
  readonly externalId: string | null
  readonly permalink: string | null
  readonly response: string | null
  readonly isFound: boolean
  readonly publishedAt?: Date
}

/**
 * Marks the publication as live. Works without the lease: a worker whose lease has expired may still report success, which cancels
 * everything planned instead, above all sending it again. False: it had already ended, or the post belongs to another publication. If
 * the network's own answer names a post of another publication, that duplicate has claimed the post which this one sent. Then there
 * must be a second post, and this publication is looked up as that one (decision 23).
 */
export const markLive = async (
  publisher: Publisher,
  publication: Publication,
  live: LivePost,
): Promise<boolean> => {
  const postId = live.isFound ? null : await markLiveInBatch(publisher)({ id: publication.id, live })
  if (postId !== null) {
    publisher.report(publication, { kind: 'live', postId, response: live.response })
    return true
  }
  const result = await withLockedPublication(
    publisher,
    publication,
    async (tx, { publication: row, social }, now, tell) => {
      if (await isExternalIdTaken(tx, row, live.externalId)) return 'taken'
      if (!(await advanceToLive(tx, row, liveColumns(row, live, now)))) {
        if (await reviveFailed(tx, { publication: row, social }, live, now)) {
          tell({ kind: 'live', response: live.response })
          return 'live'
        }
        const { log } = publisher.services
        if (row.status !== 'live')
          log.warn(
            { publication: row.id, status: row.status },
            'a post is live although its publication had ended',
          )
        return 'ended'
      }
      await openFollowUps(tx, followUpOf({ publication: row, social, live }, now))
      await move(tx, postSocialLifecycle, social.id, 'published', publishedColumns(social, live, now))
      await dateLivePosts(tx, [social.post_id])
      await emitOutcome(tx, row, social.post_id, 'post_social.published', {})
      tell({ kind: 'live', response: live.response })
      return 'live'
    },
  )
  if (result === 'taken' && !live.isFound) await markUnknown(publisher, publication, live.response)
  return result === 'live'
}

/**
 * Batched: answers that arrive at the same moment are written together. @returns the post; null: the row has changed or is locked, so it
 * is written alone
 */
const markLiveInBatch = oncePer((publisher: Publisher) =>
  batched(
    (answers: readonly { readonly id: number; readonly live: LivePost }[]) =>
      publisher.services.db.transaction().execute(async tx => {
        const ids = answers.map(({ id }) => id)
        const locked = await lockPublications(tx, ids, 'skip')
        const now = await publisher.now(tx)
        const sending = answers.flatMap(({ id, live }) => {
          const one = locked.get(id)
          return one?.publication.status === 'sending' ? [{ ...one, live }] : []
        })
        const untaken = await listUntaken(tx, sending)
        const rows = untaken.map(({ publication, live }) => ({
          id: publication.id,
          ...liveColumns(publication, live, now),
        }))
        const marked = await moveAll(tx, publicationLifecycle, 'found_live', rows)
        await openFollowUps(
          tx,
          untaken.flatMap(one => (marked.has(one.publication.id) ? followUpOf(one, now) : [])),
        )
        const socials = untaken.map(({ social, live }) => ({
          id: social.id,
          ...publishedColumns(social, live, now),
        }))
        await moveAll(tx, postSocialLifecycle, 'published', socials)
        await dateLivePosts(
          tx,
          untaken.map(({ social }) => social.post_id),
        )
        await emitAll(
          tx,
          untaken.map(({ publication: row, social }) =>
            eventOf(
              'post_social.published',
              { ...row, id: row.post_social_id, post_id: social.post_id },
              row.started_by,
            ),
          ),
        )
        return answers.map(({ id }) => (marked.has(id) ? (locked.get(id)?.social.post_id ?? null) : null))
      }),
    { size: 50, atOnce: 2 },
  ),
)

/** The columns of a live publication. The token rises, so that a worker which has the lease now can no longer send. */
const liveColumns = (row: Publication, live: LivePost, now: Date) => ({
  external_id: live.externalId,
  permalink: live.permalink,
  response: live.response ?? row.response,
  lease_token: row.lease_token + 1,
  lease_until: null,
  closed_at: now,
})

type Confirmed = LockedPublication & { readonly live: LivePost }

/** Most posts come back with id and permalink and have no comment: they need no follow-up and get no row. */
const followUpOf = ({ publication: row, social, live }: Confirmed, now: Date) => {
  const comment = firstCommentOf(social)
  const isComplete = live.externalId !== null && live.permalink !== null
  const isOver = comment === 'none' && isComplete && hostedKeys(row.prepared).length === 0
  // If it was published in lost time, its comment may have been added then as well: it is looked up before it is added.
  const comment_sent_at = live.isFound && row.lost_until !== null && comment === 'pending' ? now : null
  return isOver ? [] : [{ publication_id: row.id, run_at: now, since: now, comment, comment_sent_at }]
}

/** A network's clock that is ahead does not make a post live in the future. */
const publishedAtOf = ({ publishedAt }: LivePost, now: Date): Date =>
  publishedAt && publishedAt < now ? publishedAt : now

const publishedColumns = (social: Row<'post_socials'>, live: LivePost, now: Date) => ({
  external_id: live.externalId,
  permalink: live.permalink,
  published_at: publishedAtOf(live, now),
  last_social_api_response: live.response ?? social.last_social_api_response,
  failure_reason: null,
  first_comment_status: firstCommentOf(social),
  first_comment_response: null,
  updated_at: now,
})

/** Moves the publication to live through the events of its lifecycle, whatever its status is by now. */
const advanceToLive = async (
  tx: Tx,
  row: Publication,
  columns: ReturnType<typeof liveColumns>,
): Promise<boolean> => {
  const lease = { lease_token: columns.lease_token }
  if (row.status === 'queued') await move(tx, publicationLifecycle, row.id, 'claimed', lease)
  if (row.status === 'queued' || row.status === 'preparing')
    await move(tx, publicationLifecycle, row.id, 'sent', lease)
  return move(tx, publicationLifecycle, row.id, 'found_live', columns)
}

/**
 * Revives a publication that was given up, when a worker whose lease had expired reports the network's own answer: it is live,
 * whatever the look-ups concluded. Not if there is a later publication or the content has changed since. False: nothing was changed.
 */
const reviveFailed = async (
  tx: Tx,
  { publication: row, social }: LockedPublication,
  live: LivePost,
  now: Date,
): Promise<boolean> => {
  const isGivenUp = row.status === 'failed' && social.status === 'publishing_failed'
  if (live.isFound || !isGivenUp || social.sent_version !== social.version) return false
  const later = await tx
    .selectFrom('publications')
    .select('id')
    .where('post_social_id', '=', social.id)
    .where('id', '>', row.id)
    .where('status', '<>', 'cancelled')
    .executeTakeFirst()
  if (later) return false
  const columns = { ...liveColumns(row, live, now), failure_reason: null }
  await move(tx, publicationLifecycle, row.id, 'confirmed_live', columns)
  await openFollowUps(tx, followUpOf({ publication: row, social, live }, now))
  await move(tx, postSocialLifecycle, social.id, 'confirmed_live', publishedColumns(social, live, now))
  await dateLivePosts(tx, [social.post_id])
  await emitOutcome(tx, row, social.post_id, 'post_social.published', {})
  return true
}

/**
 * Whether this post of the network belongs to another publication: two must never be live as the same post. Locks the external id
 * until the transaction ends, so that no other transaction can claim it in the meantime.
 */
export const isExternalIdTaken = async (
  tx: Tx,
  row: Publication,
  externalId: string | null,
): Promise<boolean> => {
  if (externalId === null) return false
  await advisoryLock(tx, lockNameOf(row.social_network, externalId))
  const other = await tx
    .selectFrom('publications')
    .select('id')
    .where('social_network', '=', row.social_network)
    .where('external_id', '=', externalId)
    .where('id', '<>', row.id)
    .executeTakeFirst()
  return other !== undefined
}

const lockNameOf = (network: SocialNetwork, externalId: string): string => `${network}/${externalId}`

type Named = { readonly publication: Publication; readonly live: { readonly externalId: string | null } }

/** Those whose posts belong to no other publication. Locks the ids likewise; ids locked by another transaction are left out. */
const listUntaken = async <T extends Named>(tx: Tx, answers: readonly T[]): Promise<T[]> => {
  const named = new Map<string, T>()
  for (const answer of answers) {
    const { publication, live } = answer
    if (live.externalId !== null) named.set(lockNameOf(publication.social_network, live.externalId), answer)
  }
  if (named.size === 0) return [...answers]
  const locked = await tryAdvisoryLocks(tx, [...named.keys()])
  const taken = await tx
    .selectFrom('publications')
    .select(['social_network', 'external_id'])
    .where(
      'external_id',
      'in',
      answers.flatMap(({ live }) => live.externalId ?? []),
    )
    .where('social_network', 'in', [...new Set(answers.map(({ publication }) => publication.social_network))])
    .execute()
  for (const { social_network, external_id } of taken)
    if (external_id !== null) locked.delete(lockNameOf(social_network, external_id))
  return answers.filter(answer => {
    const { publication, live } = answer
    if (live.externalId === null) return true
    const name = lockNameOf(publication.social_network, live.externalId)
    return locked.has(name) && named.get(name) === answer
  })
}
