import { takesMessage } from '#domain/networks/network.ts'
import { firstCommentNotes } from '#domain/publishing/first-comment.ts'
import { lookDecision } from '#domain/publishing/look-up-decision.ts'
import { retryDelayMs } from '#domain/publishing/timings.ts'
import { callUnlessTooLate, startTimer } from '#server/networks/http.ts'
import type { FirstComment, LookUpResult } from '#server/networks/network-adapter.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
import { type OpenDelivery, withoutTokens } from './delivery.ts'
import { LeaseLost, lockPublication, type Publication } from './publication.ts'
import { after, type Publisher } from './publisher.ts'

/**
 * Takes the first comment of a live post one step on: adds it, or looks for the one whose answer was lost. The time of the call is
 * committed before it, so what dies in between is looked for and never simply repeated. @returns when to come back; null: it is over.
 */
export const advanceFirstComment = async (
  publisher: Publisher,
  publication: Publication,
  delivery: OpenDelivery | null,
  isIdGivenUp: boolean,
): Promise<Date | null> => {
  if (publication.first_comment !== 'pending') return null
  const { external_id: externalId } = publication
  if (!delivery) return markCommentFailed(publisher, publication, firstCommentNotes.noAccount)
  if (externalId === null)
    return isIdGivenUp ? markCommentFailed(publisher, publication, firstCommentNotes.noId) : null
  const target = { delivery, externalId }
  return publication.first_comment_sent_at === null
    ? sendComment(publisher, publication, target)
    : lookUpComment(publisher, publication, target, publication.first_comment_sent_at)
}

type Target = { readonly delivery: OpenDelivery; readonly externalId: string }

const sendComment = async (
  publisher: Publisher,
  publication: Publication,
  { delivery, externalId }: Target,
): Promise<Date | null> => {
  const elapsed = startTimer()
  const isTooLate = () => elapsed() > publisher.timings.leaseMs / 2
  await writeColumns(publisher, publication, {
    first_comment_sent_at: await publisher.now(publisher.services.db),
  })
  // Frozen in between: others may have looked and repeated it by now.
  if (isTooLate()) throw new LeaseLost()
  const network = publisher.networks[publication.social_network]
  const { firstComment, mentions } = delivery.content
  const call = callUnlessTooLate(isTooLate, () =>
    network.addFirstComment(delivery.account, externalId, firstComment, mentions),
  )
  const outcome = await call.catch((error: unknown): FirstComment => {
    publisher.services.log.error({ err: error, publication: publication.id }, 'a first comment broke off')
    return { kind: 'unknown', response: 'Adding the comment broke off.' }
  })
  return recordAnswer(publisher, publication, withoutTokens(outcome, delivery.account))
}

const recordAnswer = async (
  publisher: Publisher,
  publication: Publication,
  outcome: FirstComment,
): Promise<Date | null> => {
  const { services, timings } = publisher
  switch (outcome.kind) {
    case 'added':
      return markCommentAdded(publisher, publication, outcome.externalId)
    case 'not_added':
      await writeColumns(publisher, publication, { first_comment_sent_at: null })
      return markCommentFailed(publisher, publication, outcome.response)
    case 'not_sent': {
      const now = await publisher.now(services.db)
      const attempts = publication.first_comment_attempts + 1
      const again = after(now, retryDelayMs(attempts, outcome.retryAfterMs, publisher.random(), timings))
      const { response } = outcome
      await writeColumns(publisher, publication, {
        ...{
          first_comment_sent_at: null,
          first_comment_attempts: attempts,
          first_comment_response: response,
        },
      })
      const isTooLate = again > after(publication.follow_up_since ?? now, timings.windowMs)
      return isTooLate ? markCommentFailed(publisher, publication, response) : again
    }
    case 'unknown':
      await writeColumns(publisher, publication, { first_comment_response: outcome.response })
      return after(await publisher.now(services.db), timings.firstLookMs)
    default:
      return outcome satisfies never
  }
}

/** By the same rules as for a post whose answer was lost. */
const lookUpComment = async (
  publisher: Publisher,
  publication: Publication,
  target: Target,
  sentAt: Date,
): Promise<Date | null> => {
  const { services, timings } = publisher
  const started = await publisher.now(services.db)
  const firstLook = after(sentAt, timings.firstLookMs)
  if (firstLook > started) return firstLook
  const found = await findComment(publisher, publication, target)
  if (!found) return markCommentFailed(publisher, publication, firstCommentNotes.uncertain)
  const now = await publisher.now(services.db)
  const { first_comment_absent_looks: absentLooks, first_comment_resends: resends } = publication
  const since = (instant: Date) => now.getTime() - instant.getTime()
  const decision = lookDecision(
    {
      ...{ verdict: found.kind, absentLooks, resends },
      sinceSendingMs: since(sentAt),
      sinceDueMs: since(publication.follow_up_since ?? now),
    },
    timings,
  )
  switch (decision) {
    case 'live':
      return markCommentAdded(publisher, publication, found.kind === 'present' ? found.externalId : null)
    case 'look_again':
      await writeColumns(publisher, publication, {
        first_comment_absent_looks: absentLooks + (found.kind === 'absent' ? 1 : 0),
      })
      return after(now, timings.lookEveryMs)
    case 'resend':
      await writeColumns(publisher, publication, {
        ...{ first_comment_sent_at: null, first_comment_absent_looks: 0, first_comment_resends: resends + 1 },
      })
      return now
    case 'missed_window':
    case 'unconfirmed':
      return markCommentFailed(publisher, publication, firstCommentNotes.uncertain)
    default:
      return decision satisfies never
  }
}

/** Null: this network cannot be asked. */
const findComment = async (
  { networks, services }: Publisher,
  publication: Publication,
  { delivery: { account, content }, externalId }: Target,
): Promise<LookUpResult | null> => {
  const network = networks[publication.social_network]
  if (!network.findFirstComment) return null
  const { firstComment, mentions } = content
  const look = network.findFirstComment(account, externalId, firstComment, mentions)
  return look.catch((error: unknown): LookUpResult => {
    services.log.error({ err: error, publication: publication.id }, 'could not look for a first comment')
    return { kind: 'cannot_tell', response: 'Galley could not look for the comment.' }
  })
}

type Columns = Partial<
  Pick<
    Publication,
    | 'first_comment_sent_at'
    | 'first_comment_attempts'
    | 'first_comment_response'
    | 'first_comment_absent_looks'
    | 'first_comment_resends'
  >
>

/** Only who holds the publication writes, and only while the comment is pending. @throws LeaseLost */
const writeColumns = async (
  publisher: Publisher,
  publication: Publication,
  columns: Columns,
): Promise<void> => {
  const { db } = publisher.services
  const lease_until = after(await publisher.now(db), publisher.timings.leaseMs)
  const written = await db
    .updateTable('publications')
    .set({ ...columns, lease_until })
    .where('id', '=', publication.id)
    .where('lease_token', '=', publication.lease_token)
    .where('first_comment', '=', 'pending')
    .executeTakeFirst()
  if (written.numUpdatedRows !== 1n) throw new LeaseLost()
}

/** Without a fence: a worker that was taken for dead may bring the news late, and whoever repeats it then is stopped. */
const markCommentAdded = (publisher: Publisher, publication: Publication, id: string | null): Promise<null> =>
  publisher.services.db.transaction().execute(async tx => {
    const { publication: row, social } = await lockPublication(tx, publication.id)
    if (row.first_comment === 'none' || row.first_comment === 'added') return null
    const isMine = row.lease_token === publication.lease_token
    await tx
      .updateTable('publications')
      .set({ first_comment: 'added', first_comment_id: id, first_comment_response: null })
      .$if(!isMine, query => query.set({ lease_token: row.lease_token + 1, lease_until: null }))
      .where('id', '=', row.id)
      .execute()
    await tx
      .updateTable('post_socials')
      .set({ first_comment_status: 'added', first_comment_response: null })
      .where('id', '=', social.id)
      .execute()
    await emitOfPostSocial(tx, 'post_social.first_comment_added', social, null)
    return null
  })

/** A person may try it again; what is not known to be absent is looked for then. */
export const markCommentFailed = (
  publisher: Publisher,
  publication: Publication,
  response: string,
): Promise<null> =>
  publisher.services.db.transaction().execute(async tx => {
    const { publication: row, social } = await lockPublication(tx, publication.id)
    if (row.lease_token !== publication.lease_token || row.first_comment !== 'pending') throw new LeaseLost()
    const failed = { first_comment_response: response }
    await tx
      .updateTable('publications')
      .set({ ...failed, first_comment: 'failed' })
      .where('id', '=', row.id)
      .execute()
    await tx
      .updateTable('post_socials')
      .set({ ...failed, first_comment_status: 'failed' })
      .where('id', '=', social.id)
      .execute()
    await emitOfPostSocial(tx, 'post_social.first_comment_failed', social, null)
    return null
  })

/** Whether a comment follows it: a story takes none. */
export const firstCommentOf = ({
  social_network: network,
  type,
  first_comment: comment,
}: Row<'post_socials'>): 'pending' | 'none' =>
  takesMessage(network, type) && comment.trim() !== '' ? 'pending' : 'none'
