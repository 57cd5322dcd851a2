import { sql } from 'kysely'
import { takesMessage } from '#domain/networks/network.ts'
import { pollDelayMs, retryDelayMs } from '#domain/publishing/rules.ts'
import type { FailureReason } from '#domain/publishing/status.ts'
import type { Processing } from '#server/networks/network.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { move, moveAll } from '#server/platform/db/move.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { emitAll, emitOfPostSocial, eventOf } from '#server/platform/events/emit.ts'
import { inBatches, oneFor } from '#server/platform/jobs/batches.ts'
import type { Publication } from '../claim/commands.ts'
import { hostedKeys } from '../draft/queries.ts'
import { after, type Publisher } from '../queries.ts'
import { type Held, holdAll, holdBoth } from './queries.ts'

/** What is written when a step is over. All of it in one transaction, under the post social's and the publication's lock. */
type Work<T> = (tx: Tx, held: Held, now: Date) => Promise<T>

const settle = <T>(publisher: Publisher, publication: Publication, work: Work<T>): Promise<T> =>
  publisher.services.db.transaction().execute(async tx => {
    const held = await holdBoth(tx, publication.id)
    return work(tx, held, await publisher.now(tx))
  })

const fenceOf = ({ lease_token }: Publication) => ({ lease_token })

/** `isFound`: read back from the account, not answered by the call itself. */
export type Live = {
  readonly externalId: string | null
  readonly permalink: string | null
  readonly response: string | null
  readonly isFound: boolean
}

/**
 * The post is on the network. Without a fence: a worker that was taken for dead may still bring the news, and whatever was planned
 * instead is over then, a second sending above all. False: it was over before, or what was found belongs to another publication.
 */
export const confirmLive = async (
  publisher: Publisher,
  publication: Publication,
  live: Live,
): Promise<boolean> => {
  if (!live.isFound && (await confirmTogether(publisher)({ id: publication.id, live }))) return true
  return settle(publisher, publication, async (tx, { publication: row, social }, now) => {
    if (live.isFound && (await isTaken(tx, row, live.externalId))) return false
    if (!(await walkToLive(tx, row, liveColumns(row, social, live, now)))) {
      if (await reviveFailed(tx, { publication: row, social }, live, now)) return true
      const { log } = publisher.services
      if (row.status !== 'live') log.warn({ publication: row.id, status: row.status }, 'live after all')
      return false
    }
    await move(tx, 'post_socials', social.id, 'published', publishedColumns(social, live, now))
    await tell(tx, row, social.post_id, 'post_social.published', {})
    return true
  })
}

/** Answers that come in the same moment are written together. False: not as the caller left it, or held by somebody: one by one then. */
const confirmTogether = oneFor((publisher: Publisher) =>
  inBatches(
    (answers: readonly { readonly id: number; readonly live: Live }[]) =>
      publisher.services.db.transaction().execute(async tx => {
        const ids = answers.map(({ id }) => id)
        const held = await holdAll(tx, ids, 'skip')
        const now = await publisher.now(tx)
        const plain = answers.flatMap(({ id, live }) => {
          const one = held.get(id)
          return one?.publication.status === 'sending' ? [{ ...one, live }] : []
        })
        const rows = plain.map(({ publication, social, live }) => ({
          id: publication.id,
          ...liveColumns(publication, social, live, now),
        }))
        const confirmed = await moveAll(tx, 'publications', 'found_live', rows)
        const socials = plain.map(({ social, live }) => ({
          id: social.id,
          ...publishedColumns(social, live, now),
        }))
        await moveAll(tx, 'post_socials', 'published', socials)
        await emitAll(
          tx,
          plain.map(({ publication: row, social }) =>
            eventOf(
              'post_social.published',
              { ...row, id: row.post_social_id, post_id: social.post_id },
              row.started_by,
            ),
          ),
        )
        return answers.map(({ id }) => confirmed.has(id))
      }),
    { size: 50, atOnce: 2 },
  ),
)

/** What a live publication holds; the token rises, so that who holds the row now can no longer send. */
const liveColumns = (row: Publication, social: Row<'post_socials'>, live: Live, now: Date) => {
  const comment = firstCommentOf(social)
  const isAllTold = live.externalId !== null && live.permalink !== null
  const isOver = comment === 'none' && isAllTold && hostedKeys(row.prepared).length === 0
  return {
    external_id: live.externalId,
    permalink: live.permalink,
    response: live.response ?? row.response,
    first_comment: comment,
    follow_up_at: isOver ? null : now,
    follow_up_since: now,
    lease_token: row.lease_token + 1,
    lease_until: null,
    closed_at: now,
  }
}

const publishedColumns = (social: Row<'post_socials'>, live: Live, now: Date) => ({
  external_id: live.externalId,
  permalink: live.permalink,
  published_at: now,
  last_social_api_response: live.response ?? social.last_social_api_response,
  failure_reason: null,
  first_comment_status: firstCommentOf(social),
  first_comment_response: null,
  updated_at: now,
})

/** Whether a comment follows it: a story takes none. */
export const firstCommentOf = ({
  social_network: network,
  type,
  first_comment: comment,
}: Row<'post_socials'>): 'pending' | 'none' =>
  takesMessage(network, type) && comment.trim() !== '' ? 'pending' : 'none'

/** Two lost posts of the same text must not both be "found" in the one that went out. */
export const isTaken = async (tx: Tx, row: Publication, externalId: string | null): Promise<boolean> => {
  if (externalId === null) return false
  await sql`select pg_advisory_xact_lock(hashtext(${`${row.social_network}/${externalId}`}))`.execute(tx)
  const other = await tx
    .selectFrom('publications')
    .select('id')
    .where('social_network', '=', row.social_network)
    .where('external_id', '=', externalId)
    .where('id', '<>', row.id)
    .executeTakeFirst()
  return other !== undefined
}

/** Along the table's own events, from wherever it is by now. */
const walkToLive = async (
  tx: Tx,
  row: Publication,
  columns: ReturnType<typeof liveColumns>,
): Promise<boolean> => {
  const lease = { lease_token: columns.lease_token }
  if (row.status === 'queued') await move(tx, 'publications', row.id, 'claimed', lease)
  if (row.status === 'queued' || row.status === 'preparing')
    await move(tx, 'publications', row.id, 'sent', lease)
  return move(tx, 'publications', row.id, 'found_live', columns)
}

/**
 * A worker that was taken for dead brings the network's own answer after the publication was given up: it is live, whatever was concluded
 * from not finding it. Not where a later attempt or other content stands there by now. False: nothing was changed.
 */
const reviveFailed = async (
  tx: Tx,
  { publication: row, social }: Held,
  live: Live,
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
  const columns = { ...liveColumns(row, social, live, now), failure_reason: null }
  await move(tx, 'publications', row.id, 'confirmed_live', columns)
  await move(tx, 'post_socials', social.id, 'confirmed_live', publishedColumns(social, live, now))
  await tell(tx, row, social.post_id, 'post_social.published', {})
  return true
}

const tell = (
  tx: Tx,
  row: Publication,
  postId: number,
  type: 'post_social.published' | 'post_social.publishing_failed',
  detail: Record<string, unknown>,
): Promise<void> =>
  emitOfPostSocial(tx, type, { ...row, id: row.post_social_id, post_id: postId }, row.started_by, detail)

/** It will not go out by itself any more. False: another worker has it. */
export const failPublication = (
  publisher: Publisher,
  publication: Publication,
  reason: FailureReason,
  response: string | null,
): Promise<boolean> =>
  settle(publisher, publication, (tx, held, now) => fail(tx, publication, held, { reason, response, now }))

const fail = async (
  tx: Tx,
  publication: Publication,
  { social }: Held,
  { reason, response, now }: { reason: FailureReason; response: string | null; now: Date },
): Promise<boolean> => {
  const closed = { failure_reason: reason, response, closed_at: now, lease_until: null }
  if (!(await move(tx, 'publications', publication.id, 'rejected', closed, fenceOf(publication))))
    return false
  await move(tx, 'post_socials', social.id, 'publishing_failed', {
    failure_reason: reason,
    last_social_api_response: response,
    updated_at: now,
  })
  if (isAccessLost(reason) && publication.social_account_id !== null)
    await tx
      .updateTable('social_accounts')
      .set({ needs_reconnecting: true })
      .where('id', '=', publication.social_account_id)
      .execute()
  await tell(tx, publication, social.post_id, 'post_social.publishing_failed', { reason })
  return true
}

const isAccessLost = (reason: FailureReason) =>
  reason === 'reconnect_needed' || reason === 'permission_missing'

/** Why it is to be tried again, and what it fails as when it is too late for that. */
export type Postponed = {
  readonly retryAfterMs: number | null
  readonly response: string
  readonly reason?: Extract<FailureReason, 'limit_reached' | 'network_down' | 'missed_window'> | undefined
}

/** Certainly not applied: back into the queue, ever later, until it would be too late to go out by itself. */
export const tryAgainLater = (
  publisher: Publisher,
  publication: Publication,
  { retryAfterMs, response, reason = retryAfterMs === null ? 'network_down' : 'limit_reached' }: Postponed,
): Promise<void> =>
  settle(publisher, publication, async (tx, held, now) => {
    const { timings } = publisher
    const attempts = held.publication.attempts + 1
    const runAt = after(now, retryDelayMs(attempts, retryAfterMs, publisher.random(), timings))
    if (runAt > after(publication.due_at, timings.windowMs)) {
      await fail(tx, publication, held, { reason, response, now })
      return
    }
    const event = held.publication.status === 'sending' ? 'not_sent' : 'released'
    const later = { attempts, response, late_reason: reason, run_at: runAt, lease_until: null }
    if (await move(tx, 'publications', publication.id, event, later, fenceOf(publication)))
      await runLater(publisher, tx, publication, runAt)
  })

/** The network still works on what was uploaded: no failure, so no backoff; but not for ever. */
export const prepareAgain = (
  publisher: Publisher,
  publication: Publication,
  { retryAfterMs, response }: Omit<Processing, 'kind'>,
): Promise<void> =>
  settle(publisher, publication, async (tx, held, now) => {
    const reason = 'too_long_processing'
    const runAt = after(now, pollDelayMs(retryAfterMs, now.getTime() - publication.due_at.getTime()))
    if (runAt > after(publication.due_at, publisher.timings.windowMs)) {
      await fail(tx, publication, held, { reason, response, now })
      return
    }
    const later = { response, late_reason: reason, run_at: runAt, lease_until: null } as const
    if (await move(tx, 'publications', publication.id, 'released', later, fenceOf(publication)))
      await runLater(publisher, tx, publication, runAt)
  })

/** Nobody knows whether it went out: to be looked for, not to be sent. */
export const markUnknown = (
  publisher: Publisher,
  publication: Publication,
  response: string,
  lookInMs: number = publisher.timings.firstLookMs,
): Promise<void> =>
  settle(publisher, publication, async (tx, _held, now) => {
    // A look may come too early, never too late: the post is on its way until there is a verdict.
    const runAt = after(now, Math.min(lookInMs, publisher.timings.firstLookMs))
    const later = { response, run_at: runAt, lease_until: null }
    if (await move(tx, 'publications', publication.id, 'answer_lost', later, fenceOf(publication)))
      await runLater(publisher, tx, publication, runAt)
  })

/** Not found yet, or not to be told. */
export const lookAgain = (
  publisher: Publisher,
  publication: Publication,
  absentLooks: number,
): Promise<void> =>
  settle(publisher, publication, async (tx, _held, now) => {
    const runAt = after(now, publisher.timings.lookEveryMs)
    const updated = await tx
      .updateTable('publications')
      .set({ looked_at: now, absent_looks: absentLooks, run_at: runAt, lease_until: null })
      .where('id', '=', publication.id)
      .where('status', '=', 'unknown')
      .where('lease_token', '=', publication.lease_token)
      .executeTakeFirst()
    if (updated.numUpdatedRows === 1n) await runLater(publisher, tx, publication, runAt)
  })

/** Not there, and by now it would be: once more from the beginning. */
export const sendOnceMore = (publisher: Publisher, publication: Publication): Promise<void> =>
  settle(publisher, publication, async (tx, held, now) => {
    const again = {
      looked_at: now,
      absent_looks: 0,
      resends: held.publication.resends + 1,
      run_at: now,
      lease_until: null,
    }
    if (await move(tx, 'publications', publication.id, 'found_absent', again, fenceOf(publication)))
      await runLater(publisher, tx, publication, now)
  })

const runLater = ({ services }: Publisher, tx: Tx, { id }: Publication, runAt: Date): Promise<void> =>
  services.jobs.enqueue(tx, 'run-publication', { publicationId: id }, { runAt })
