import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Outcome,
  type Preparation,
  type ReconnectNeeded,
  type Rejected,
  unhandledOutcome,
} from '#server/networks/network-adapter.ts'
import { startTimer } from '#server/platform/clock.ts'
import { callUnlessTooLate } from '#server/platform/http/outgoing-requests/client.ts'
import { batched, oncePer } from '#server/platform/jobs/batches.ts'
import { inSpan } from '#server/platform/spans.ts'
import { claimPublication } from './claim.ts'
import { commitSending, findObstacles } from './commit-sending.ts'
import { type Delivery, readDelivery, withoutTokens } from './delivery.ts'
import { followUp } from './follow-up.ts'
import { holdBack } from './holds.ts'
import { lookUp, lookUpBeforeSending, lookUpOnce } from './look-up.ts'
import { markLive } from './mark-live.ts'
import {
  failPublication,
  markUnknown,
  recordRefusedAccess,
  retryLater,
  waitForDuplicate,
  waitForLookUp,
  waitForProcessing,
} from './outcomes.ts'
import { LeaseLost, type Publication, spanOf } from './publication.ts'
import { lateReason, type Publisher } from './publisher.ts'

/**
 * Takes a publication one step further: prepares and sends it, or looks it up. Does nothing if it is not due or another worker has
 * claimed it, so it may be called at any time and any number of times.
 */
export const attemptPublication = async (publisher: Publisher, id: number): Promise<void> => {
  const publication = await claimPublication(publisher, id)
  if (!publication) return followUp(publisher, id)
  return inSpan('publish', spanOf(publication), () => takeStep(publisher, publication))
}

const takeStep = async (publisher: Publisher, publication: Publication): Promise<void> => {
  try {
    const isLive =
      publication.status === 'unknown'
        ? await lookUpOnce(publisher, publication)
        : await prepareAndSend(publisher, publication)
    if (isLive) await followUp(publisher, publication.id)
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
  }
}

const prepareAndSend = async (publisher: Publisher, publication: Publication): Promise<boolean> => {
  // Before anything that could fail it: what a pause keeps back is asked about, whatever has become of it.
  if (await holdBack(publisher, publication, 'paused')) return false
  const now = await currentTime(publisher)(publication.id)
  const late = lateReason(publisher, publication, now)
  // What may have gone out in lost time is looked up even if it is too late to be sent: it may well be live.
  const isLost = publication.lost_until !== null
  const reason = (isLost ? null : late) ?? (await findObstacle(publisher)(publication))
  if (reason) {
    // The client may have been archived since, and its account with it.
    if (await holdBack(publisher, publication, 'paused')) return false
    await failPublication(publisher, publication, reason, publication.response)
    return false
  }
  const found = await lookUpBeforeSending(publisher, publication)
  if (found === 'duplicate_in_flight' && isLost) await waitForLookUp(publisher, publication)
  else if (found === 'duplicate_in_flight') await waitForDuplicate(publisher, publication)
  if (found === 'look_up_again') await waitForLookUp(publisher, publication)
  if (found === 'unconfirmed') await failPublication(publisher, publication, found, publication.response)
  if (found !== 'clear') return found === 'live'
  if (await holdBack(publisher, publication)) return false
  if (late) {
    await failPublication(publisher, publication, late, publication.response)
    return false
  }
  const delivery = await prepare(publisher, publication)
  return delivery ? send(publisher, publication, delivery) : false
}

/** Batched: one read for all publications that were claimed at the same moment. */
const currentTime = oncePer((publisher: Publisher) =>
  batched(
    async (ids: readonly number[]) => {
      const now = await publisher.now(publisher.services.db)
      return ids.map(() => now)
    },
    { size: 500, atOnce: 4 },
  ),
)

/** Batched: one check for all publications that were claimed at the same moment. */
const findObstacle = oncePer((publisher: Publisher) =>
  batched((publications: readonly Publication[]) => findObstacles(publisher.services.db, publications), {
    size: 100,
    atOnce: 2,
  }),
)

/** The part that may be repeated. @returns what is ready to be sent, or null when the outcome has been recorded */
const prepare = async (publisher: Publisher, publication: Publication): Promise<Delivery | null> => {
  let delivery: Delivery | null = null
  let preparation: Preparation
  try {
    delivery = await readDelivery(publisher, publication)
    preparation = delivery
      ? withoutTokens(await prepareWithTimeout(publisher, publication, delivery), delivery.account)
      : { kind: 'reconnect_needed', response: 'No access to the account is stored.' }
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    publisher.services.log.error({ err: error, publication: publication.id }, 'could not prepare a post')
    await retryLater(publisher, publication, ownDelay('Galley could not prepare the post.'))
    return null
  }
  switch (preparation.kind) {
    case 'ready':
      return delivery
    case 'processing':
      await waitForProcessing(publisher, publication, preparation)
      return null
    case 'not_sent':
      await retryLater(publisher, publication, preparation)
      return null
    case 'rejected':
      await failPublication(publisher, publication, preparation.reason, preparation.response)
      return null
    case 'reconnect_needed':
      if (await holdBack(publisher, publication, 'paused')) return null
      await recordRefusedAccess(publisher, publication, refusedAccess(delivery, preparation))
      return null
    default:
      return unhandledOutcome(preparation)
  }
}

/** Longer than any upload takes. */
const PREPARING_LEASES = 10

/** A file that storage never delivers must not block a slot and the post forever. A preparation that finishes later does no harm. */
const prepareWithTimeout = async (
  { networks, timings }: Publisher,
  publication: Publication,
  delivery: Delivery,
): Promise<Preparation> => {
  const done = new AbortController()
  const timeout = sleep(timings.leaseMs * PREPARING_LEASES, null, { signal: done.signal }).then(() => {
    throw new Error('preparing took too long')
  })
  try {
    return await Promise.race([networks[publication.social_network].prepare(delivery), timeout])
  } finally {
    // Aborted here or already thrown by the race: in both cases it must not be reported as unhandled.
    timeout.catch(() => undefined)
    done.abort()
  }
}

/** The delay is our fault: if it makes the post too late, the failure does not blame the network. */
const ownDelay = (response: string) => ({ retryAfterMs: null, response, reason: 'missed_window' }) as const

/** With the access that the call was made with, if there was any. */
const refusedAccess = (delivery: Delivery | null, { response, reason }: ReconnectNeeded) => ({
  sealedToken: delivery?.sealedToken ?? null,
  reason: reason ?? ('reconnect_needed' as const),
  response,
})

/** Makes the one irreversible call, after `sending` is committed and never before. */
const send = async (publisher: Publisher, publication: Publication, delivery: Delivery): Promise<boolean> => {
  const elapsed = startTimer()
  const isTooLate = () => elapsed() > publisher.timings.leaseMs / 2
  const reason = await commitSending(publisher, publication, delivery.duplicateKey)
  if (reason === 'duplicate_in_flight') {
    await waitForDuplicate(publisher, publication)
    return false
  }
  if (reason === 'held') {
    // Unless it has been released since.
    if (!(await holdBack(publisher, publication)))
      await retryLater(publisher, publication, ownDelay('Publishing was held for a moment.'))
    return false
  }
  if (reason) {
    await failPublication(publisher, publication, reason, publication.response)
    return false
  }
  // After a freeze (a stopped process, a sleeping machine), another worker may have looked it up, not found it and sent it.
  if (isTooLate()) {
    await retryLater(publisher, publication, ownDelay('Galley was delayed.'))
    return false
  }
  const network = publisher.networks[publication.social_network]
  const call = callUnlessTooLate(isTooLate, () => network.send(delivery))
  const outcome = await call.catch((error: unknown): Outcome => {
    // An error of ours around the call: the call may have been made all the same.
    publisher.services.log.error({ err: error, publication: publication.id }, 'sending was interrupted')
    return { kind: 'unknown', response: 'Sending was interrupted.' }
  })
  return recordOutcome(publisher, publication, delivery, withoutTokens(outcome, delivery.account))
}

const PERMALINK_MS = 3_000

const recordOutcome = async (
  publisher: Publisher,
  publication: Publication,
  delivery: Delivery,
  outcome: Outcome,
): Promise<boolean> => {
  switch (outcome.kind) {
    case 'published': {
      const network = publisher.networks[publication.social_network]
      // Requested before the post is announced as live, so that open screens get the link with the news. Briefly, because the news
      // matters more.
      const requested =
        outcome.permalink ??
        network.findPermalink(delivery.account, outcome.externalId).catch((error: unknown) => {
          // The post is live whatever happens here; the follow-up asks for the permalink again.
          publisher.services.log.warn(
            { err: error, publication: publication.id },
            'the permalink could not be read',
          )
          return null
        })
      const permalink = await Promise.race([requested, sleep(PERMALINK_MS, null, { ref: false })])
      return markLive(publisher, publication, { ...outcome, permalink, isFound: false })
    }
    case 'processing':
      await markUnknown(publisher, publication, outcome.response, outcome.retryAfterMs)
      return false
    case 'unknown':
      await markUnknown(publisher, publication, outcome.response)
      return false
    case 'not_sent':
      await retryLater(publisher, publication, outcome)
      return false
    case 'reconnect_needed':
      await recordRefusedAccess(publisher, publication, refusedAccess(delivery, outcome))
      return false
    case 'rejected':
      if (outcome.mayBeOurs || publication.resends > 0)
        return checkIfAlreadyPublished(publisher, publication, outcome)
      await failPublication(publisher, publication, outcome.reason, outcome.response)
      return false
    default:
      return unhandledOutcome(outcome)
  }
}

/**
 * The network refused the post, perhaps because an earlier call of ours succeeded: it reports a duplicate, or we have sent the post
 * before. One look-up settles it, unless both are true: then "absent" is not final.
 */
const checkIfAlreadyPublished = async (
  publisher: Publisher,
  publication: Publication,
  { mayBeOurs, reason, response }: Rejected,
): Promise<boolean> => {
  const found = await lookUp(publisher, publication)
  const isOurs =
    found.kind === 'present' &&
    (await markLive(publisher, publication, { ...found, response, isFound: true }))
  if (isOurs) return true
  if (found.kind === 'cannot_tell' || (mayBeOurs && publication.resends > 0))
    await markUnknown(publisher, publication, response)
  else await failPublication(publisher, publication, mayBeOurs ? 'duplicate_refused' : reason, response)
  return false
}
