import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  type Delivery,
  neverOutcome,
  type Outcome,
  type Preparation,
  type Rejected,
} from '#server/networks/network.ts'
import { claimPublication, type Publication } from '../claim/commands.ts'
import { LeaseLost, readDelivery } from '../delivery/queries.ts'
import { hostedKeys } from '../draft/queries.ts'
import { lookFirst, lookFor, lookOnce } from '../looking/commands.ts'
import {
  confirmLive,
  failPublication,
  markUnknown,
  prepareAgain,
  tryAgainLater,
} from '../outcomes/commands.ts'
import { after, type Publisher } from '../queries.ts'
import { commitSending } from '../sending/commands.ts'
import { whyNotSend } from '../sending/queries.ts'

/**
 * Takes a publication one step on, whatever step it is at: prepares and sends it, or looks for it. Comes to nothing when it is not due or
 * in other hands, so it may be called at any time and any number of times.
 */
export const runPublication = async (publisher: Publisher, id: number): Promise<void> => {
  const publication = await claimPublication(publisher, id)
  if (!publication) return
  try {
    const isLive =
      publication.status === 'unknown'
        ? await lookOnce(publisher, publication)
        : await deliver(publisher, publication)
    if (isLive) await followUp(publisher, publication)
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
  }
}

const deliver = async (publisher: Publisher, publication: Publication): Promise<boolean> => {
  const { services, timings } = publisher
  const now = await publisher.now(services.db)
  const isTooLate = now > after(publication.due_at, timings.windowMs)
  const lateReason = publication.attempts > 0 ? 'network_down' : 'missed_window'
  const reason = isTooLate ? lateReason : await whyNotSend(services.db, publication)
  if (reason) {
    await failPublication(publisher, publication, reason, publication.response)
    return false
  }
  const look = await lookFirst(publisher, publication)
  if (look === 'unconfirmed') await failPublication(publisher, publication, look, publication.response)
  if (look !== 'clear') return look === 'live'
  const prepared = await prepare(publisher, publication)
  return prepared ? send(publisher, publication, prepared) : false
}

/** The repeatable part. @returns what is ready to be sent, or null when that is written down already. */
const prepare = async (publisher: Publisher, publication: Publication): Promise<Delivery | null> => {
  let delivery: Delivery | null = null
  let preparation: Preparation
  try {
    delivery = await readDelivery(publisher, publication)
    preparation = delivery
      ? await publisher.networks[publication.social_network].prepare(delivery)
      : { kind: 'reconnect_needed', response: 'No access to the account is stored.' }
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    publisher.services.log.error({ err: error, publication: publication.id }, 'could not prepare a post')
    preparation = { kind: 'not_sent', retryAfterMs: null, response: 'Galley could not prepare the post.' }
  }
  switch (preparation.kind) {
    case 'ready':
      return delivery
    case 'processing':
      await prepareAgain(publisher, publication, preparation.retryAfterMs)
      return null
    case 'not_sent':
      await tryAgainLater(publisher, publication, preparation)
      return null
    case 'rejected':
      await failPublication(publisher, publication, preparation.reason, preparation.response)
      return null
    case 'reconnect_needed':
      await failPublication(publisher, publication, 'reconnect_needed', preparation.response)
      return null
    default:
      return neverOutcome(preparation)
  }
}

/** The one irreversible call, after `sending` is committed and never before. */
const send = async (publisher: Publisher, publication: Publication, delivery: Delivery): Promise<boolean> => {
  const begun = performance.now()
  const reason = await commitSending(publisher, publication)
  if (reason) {
    await failPublication(publisher, publication, reason, null)
    return false
  }
  // Frozen in between (a stopped process, a machine asleep): others may have looked, found nothing and sent by now.
  if (performance.now() - begun > publisher.timings.leaseMs / 2) {
    await tryAgainLater(publisher, publication, { retryAfterMs: null, response: 'Galley was held up.' })
    return false
  }
  const network = publisher.networks[publication.social_network]
  const outcome = await network.send(delivery).catch((error: unknown): Outcome => {
    // A mistake of ours around the call: it may have been made all the same.
    publisher.services.log.error({ err: error, publication: publication.id }, 'sending broke off')
    return { kind: 'unknown', response: 'Sending broke off.' }
  })
  return conclude(publisher, publication, delivery, outcome)
}

const PERMALINK_MS = 3_000

const conclude = async (
  publisher: Publisher,
  publication: Publication,
  { account }: Delivery,
  outcome: Outcome,
): Promise<boolean> => {
  switch (outcome.kind) {
    case 'published': {
      const network = publisher.networks[publication.social_network]
      // Asked before the post is told to be live, so that open screens get the link with the news. Never longer than a moment.
      const asked = outcome.permalink ?? network.findPermalink(account, outcome.externalId).catch(() => null)
      const permalink = await Promise.race([asked, sleep(PERMALINK_MS, null, { ref: false })])
      return confirmLive(publisher, publication, { ...outcome, permalink, isFound: false })
    }
    case 'processing':
      await markUnknown(publisher, publication, outcome.response, outcome.retryAfterMs)
      return false
    case 'unknown':
      await markUnknown(publisher, publication, outcome.response)
      return false
    case 'not_sent':
      await tryAgainLater(publisher, publication, outcome)
      return false
    case 'reconnect_needed':
      await failPublication(publisher, publication, 'reconnect_needed', outcome.response)
      return false
    case 'rejected':
      if (outcome.mayBeOurs || publication.resends > 0) return whetherOurs(publisher, publication, outcome)
      await failPublication(publisher, publication, outcome.reason, outcome.response)
      return false
    default:
      return neverOutcome(outcome)
  }
}

/**
 * Refused, but perhaps because an earlier call of ours came through: the network says that it has the same post, or we have sent it
 * before. One look tells; only where it was sent before and the network knows a duplicate is "absent" not believed at once.
 */
const whetherOurs = async (
  publisher: Publisher,
  publication: Publication,
  { mayBeOurs, reason, response }: Rejected,
): Promise<boolean> => {
  const found = await lookFor(publisher, publication)
  const isOurs =
    found.kind === 'present' &&
    (await confirmLive(publisher, publication, { ...found, response, isFound: true }))
  if (isOurs) return true
  if (found.kind === 'cannot_tell' || (mayBeOurs && publication.resends > 0))
    await markUnknown(publisher, publication, response)
  else await failPublication(publisher, publication, reason, response)
  return false
}

/** What may follow a live post. Best effort: nothing here changes that it is live. */
const followUp = async (publisher: Publisher, publication: Publication): Promise<void> => {
  const { services, networks } = publisher
  try {
    const delivery = await readDelivery(publisher, publication)
    const live = await services.db
      .selectFrom('publications')
      .select('external_id')
      .where('id', '=', publication.id)
      .executeTakeFirst()
    for (const key of hostedKeys(delivery?.prepared ?? {})) await services.storage.remove(key)
    if (!delivery?.draft.firstComment || !live?.external_id) return
    const network = networks[publication.social_network]
    const comment = await network.addFirstComment(
      delivery.account,
      live.external_id,
      delivery.draft.firstComment,
    )
    if (comment.kind === 'not_added')
      services.log.warn({ publication: publication.id, answer: comment.response }, 'the first comment failed')
    await services.db
      .updateTable('publications')
      .set({ prepared: sql`prepared || ${JSON.stringify({ first_comment: comment.kind })}::jsonb` })
      .where('id', '=', publication.id)
      .execute()
  } catch (error) {
    services.log.warn({ err: error, publication: publication.id }, 'what follows a live post failed')
  }
}
