import { isEmptyText } from '#domain/kernel/text.ts'
import { takesMessage } from '#domain/networks/network.ts'
import { firstCommentLifecycle } from '#domain/posts/status.ts'
import { firstCommentNotes } from '#domain/publishing/first-comment.ts'
import { lookUpDecision } from '#domain/publishing/look-up-decision.ts'
import { followUpCommentLifecycle } from '#domain/publishing/status.ts'
import { retryDelayMs } from '#domain/publishing/timings.ts'
import type { FirstComment, LookUpResult } from '#server/networks/network-adapter.ts'
import { startTimer } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
import { callUnlessTooLate } from '#server/platform/http/outgoing-requests/client.ts'
import { type Delivery, withoutTokens } from './delivery.ts'
import type { FollowedPublication, FollowUp } from './follow-up-rows.ts'
import { asComment, findHeld, HELD_MS, holdBackComment, lockAgainstPause } from './holds.ts'
import { LeaseLost, lockPublication, type Publication } from './publication.ts'
import { after, type Publisher } from './publisher.ts'

/**
 * Takes the first comment of a live post one step further: adds it, or looks up one whose answer was lost. The time of the call is
 * committed before the call, so if the worker dies in between, the comment is looked up and never simply repeated.
 * @returns when the next step is due; null: nothing is left to do
 */
export const advanceFirstComment = async (
  publisher: Publisher,
  publication: FollowedPublication,
  delivery: Delivery | null,
  isIdGivenUp: boolean,
): Promise<Date | null> => {
  if (publication.followUp.comment !== 'pending') return null
  const { external_id: externalId } = publication
  if (!delivery) return markCommentFailed(publisher, publication, firstCommentNotes.noAccount)
  if (externalId === null)
    return isIdGivenUp ? markCommentFailed(publisher, publication, firstCommentNotes.noId) : null
  const isUnsent = publication.followUp.comment_sent_at === null
  if (isUnsent && (await holdBackComment(publisher, publication)))
    return after(await publisher.now(publisher.services.db), HELD_MS)
  const target = { delivery, externalId }
  return publication.followUp.comment_sent_at === null
    ? sendComment(publisher, publication, target)
    : lookUpComment(publisher, publication, target, publication.followUp.comment_sent_at)
}

type Target = { readonly delivery: Delivery; readonly externalId: string }

const sendComment = async (
  publisher: Publisher,
  publication: FollowedPublication,
  { delivery, externalId }: Target,
): Promise<Date | null> => {
  const elapsed = startTimer()
  const isTooLate = () => elapsed() > publisher.timings.leaseMs / 2
  if (!(await commitComment(publisher, publication))) return publisher.now(publisher.services.db)
  // After a freeze, another worker may have looked it up and sent it again.
  if (isTooLate()) throw new LeaseLost()
  const network = publisher.networks[publication.social_network]
  const { firstComment, mentions } = delivery.content
  const call = callUnlessTooLate(isTooLate, () =>
    network.addFirstComment(delivery.account, externalId, firstComment, mentions),
  )
  const outcome = await call.catch((error: unknown): FirstComment => {
    publisher.services.log.error(
      { err: error, publication: publication.id },
      'adding a first comment was interrupted',
    )
    return { kind: 'unknown', response: 'Adding the comment was interrupted.' }
  })
  return recordAnswer(publisher, publication, withoutTokens(outcome, delivery.account))
}

const recordAnswer = async (
  publisher: Publisher,
  publication: FollowedPublication,
  outcome: FirstComment,
): Promise<Date | null> => {
  const { services, timings } = publisher
  switch (outcome.kind) {
    case 'added':
      return markCommentAdded(publisher, publication, outcome.externalId)
    case 'not_added':
      await writeColumns(publisher, publication, { comment_sent_at: null })
      return markCommentFailed(publisher, publication, outcome.response)
    case 'not_sent': {
      const now = await publisher.now(services.db)
      const attempts = publication.followUp.comment_attempts + 1
      const again = after(now, retryDelayMs(attempts, outcome.retryAfterMs, publisher.random(), timings))
      const { response } = outcome
      await writeColumns(publisher, publication, {
        comment_sent_at: null,
        comment_attempts: attempts,
        comment_response: response,
      })
      const isTooLate = again > after(publication.followUp.since, timings.windowMs)
      return isTooLate ? markCommentFailed(publisher, publication, response) : again
    }
    case 'unknown':
      await writeColumns(publisher, publication, { comment_response: outcome.response })
      return after(await publisher.now(services.db), timings.firstLookUpMs)
    default:
      return outcome satisfies never
  }
}

/** By the same rules as a post whose answer was lost (docs/product/publishing.md "Lost answers"). */
const lookUpComment = async (
  publisher: Publisher,
  publication: FollowedPublication,
  target: Target,
  sentAt: Date,
): Promise<Date | null> => {
  const { services, timings } = publisher
  const started = await publisher.now(services.db)
  const firstLookUp = after(sentAt, timings.firstLookUpMs)
  if (firstLookUp > started) return firstLookUp
  const found = await findComment(publisher, publication, target)
  if (!found) return markCommentFailed(publisher, publication, firstCommentNotes.uncertain)
  const now = await publisher.now(services.db)
  const { comment_absent_look_ups: absentLookUps, comment_resends: resends } = publication.followUp
  const since = (instant: Date) => now.getTime() - instant.getTime()
  const decision = lookUpDecision(
    {
      verdict: found.kind,
      absentLookUps,
      resends,
      sinceSendingMs: since(sentAt),
      sinceDueMs: since(publication.followUp.since),
    },
    timings,
  )
  switch (decision) {
    case 'live':
      return markCommentAdded(publisher, publication, found.kind === 'present' ? found.externalId : null)
    case 'look_up_again':
      await writeColumns(publisher, publication, {
        comment_absent_look_ups: absentLookUps + (found.kind === 'absent' ? 1 : 0),
      })
      return after(now, timings.lookUpEveryMs)
    case 'resend':
      await writeColumns(publisher, publication, {
        comment_sent_at: null,
        comment_absent_look_ups: 0,
        comment_resends: resends + 1,
      })
      return now
    case 'missed_window':
    case 'unconfirmed':
      return markCommentFailed(publisher, publication, firstCommentNotes.uncertain)
    default:
      return decision satisfies never
  }
}

/** Null: comments cannot be looked up on this network. */
const findComment = async (
  { networks, services }: Publisher,
  publication: Publication,
  { delivery: { account, content }, externalId }: Target,
): Promise<LookUpResult | null> => {
  const network = networks[publication.social_network]
  if (!network.findFirstComment) return null
  const { firstComment, mentions } = content
  const answer = network.findFirstComment(account, externalId, firstComment, mentions)
  return answer.catch((error: unknown): LookUpResult => {
    services.log.error({ err: error, publication: publication.id }, 'could not look up a first comment')
    return { kind: 'cannot_tell', response: 'Galley could not look up the comment.' }
  })
}

type Columns = Partial<
  Pick<
    FollowUp,
    | 'comment_sent_at'
    | 'comment_attempts'
    | 'comment_response'
    | 'comment_absent_look_ups'
    | 'comment_resends'
  >
>

/** Only the holder of the lease writes, and only while the comment is pending. @throws LeaseLost */
const writeColumns = (
  publisher: Publisher,
  publication: FollowedPublication,
  columns: Columns,
): Promise<void> =>
  publisher.services.db
    .transaction()
    .execute(async tx => writeIn(tx, publication, { columns, now: await publisher.now(tx), publisher }))

/** Commits the time of the call before the call. False: publishing was held or paused in the meantime. */
const commitComment = (publisher: Publisher, publication: FollowedPublication): Promise<boolean> =>
  publisher.services.db.transaction().execute(async tx => {
    await lockAgainstPause(tx)
    const [held] = await findHeld(tx, [asComment(publication)])
    const now = await publisher.now(tx)
    await writeIn(tx, publication, { columns: { comment_sent_at: held ? null : now }, now, publisher })
    return !held
  })

const writeIn = async (
  tx: Tx,
  publication: FollowedPublication,
  {
    columns,
    now,
    publisher,
  }: { readonly columns: Columns; readonly now: Date; readonly publisher: Publisher },
): Promise<void> => {
  const leased = await tx
    .updateTable('publications')
    .set({ lease_until: after(now, publisher.timings.leaseMs) })
    .where('id', '=', publication.id)
    .where('lease_token', '=', publication.lease_token)
    .executeTakeFirst()
  const written = await tx
    .updateTable('publication_follow_ups')
    .set(columns)
    .where('publication_id', '=', publication.id)
    .where('comment', '=', 'pending')
    .executeTakeFirst()
  if (leased.numUpdatedRows !== 1n || written.numUpdatedRows !== 1n) throw new LeaseLost()
}

/**
 * Works without the lease: a worker whose lease has expired may report success late, and that stops another one about to repeat the
 * call.
 */
const markCommentAdded = (publisher: Publisher, publication: Publication, id: string | null): Promise<null> =>
  publisher.services.db.transaction().execute(async tx => {
    const { publication: row, social } = await lockPublication(tx, publication.id)
    const added = { comment_id: id, comment_response: null }
    if (!(await move(tx, followUpCommentLifecycle, row.id, 'added', added))) return null
    if (row.lease_token !== publication.lease_token)
      await tx
        .updateTable('publications')
        .set({ lease_token: row.lease_token + 1, lease_until: null })
        .where('id', '=', row.id)
        .execute()
    await move(tx, firstCommentLifecycle, social.id, 'added', { first_comment_response: null })
    await emitOfPostSocial(tx, 'post_social.first_comment_added', social, null)
    return null
  })

/** A person may retry it. Unless it is certain that it was not added, it is looked up first. */
export const markCommentFailed = (
  publisher: Publisher,
  publication: FollowedPublication,
  response: string,
): Promise<null> =>
  publisher.services.db.transaction().execute(async tx => {
    const { publication: row, social } = await lockPublication(tx, publication.id)
    if (row.lease_token !== publication.lease_token) throw new LeaseLost()
    const failed = { comment_response: response }
    if (!(await move(tx, followUpCommentLifecycle, row.id, 'given_up', failed))) throw new LeaseLost()
    await move(tx, firstCommentLifecycle, social.id, 'given_up', { first_comment_response: response })
    await emitOfPostSocial(tx, 'post_social.first_comment_failed', social, null)
    return null
  })

/** Whether a first comment has to be added; stories take none. */
export const firstCommentOf = ({
  social_network: network,
  type,
  first_comment: comment,
}: Row<'post_socials'>): 'pending' | 'none' =>
  takesMessage(network, type) && !isEmptyText(comment) ? 'pending' : 'none'
