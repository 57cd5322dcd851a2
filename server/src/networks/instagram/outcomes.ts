import { type AnsweredReply, isOk, type Reply } from '#server/networks/http.ts'
import { graphErrorOf, graphOutcome } from '#server/networks/meta/errors.ts'
import type { NotSent, Outcome, Preparation, Rejected } from '#server/networks/network-adapter.ts'
import { notSent, outcomeOf, preparationOf, processing, rejected } from '#server/networks/outcomes.ts'

/** "The media is not ready": nothing was published by this call, and the container says whether an earlier one did. */
const NOT_READY = 9007
const NOT_FETCHED = 9004
const LOOK_SOON_MS = 5_000
const RATE_SUBCODE = 2207042

/** Faults that pass: of the servers, of fetching the media, and containers that are gone or not there yet (networks.md 4.3). */
const passing = [2207001, 2207003, 2207008, 2207020, 2207032, 2207052, 2207053, 2207077]
const refusedMedia = [2207004, 2207005, 2207009, 2207023, 2207026, 2207028, 2207057, 2207082]
const RESTRICTED = 2207050
const GONE = [2207006, 2207008, 2207020]

/** The quota is by the rolling day; the network does not tell when the next place is free. */
const QUOTA_RETRY_MS = 10 * 60_000

/** The day's quota is used up: certainly not published, and worth another try a little later. */
export const quotaUsed = (response: string): NotSent => ({
  ...notSent(response, QUOTA_RETRY_MS),
  reason: 'limit_reached',
})

const reasonOf = (subcode: number | undefined): Rejected['reason'] => {
  if (subcode === RESTRICTED) return 'account_restricted'
  return subcode !== undefined && refusedMedia.includes(subcode) ? 'media_refused' : 'rejected'
}

/** What a refused publish means. */
export const publishOutcomeOf = (answer: AnsweredReply): Outcome => {
  const error = graphErrorOf(answer)
  if (error?.code === NOT_READY) return processing(answer.text, LOOK_SOON_MS)
  if (error?.error_subcode === RATE_SUBCODE) return quotaUsed(answer.text)
  // Publishing of an expired container, or one that is not there yet, is refused so: preparing finds out which, and what to do.
  if (error?.error_subcode === 2207020 || error?.error_subcode === 2207008) return notSent(answer.text)
  const outcome = graphOutcome(answer)
  return outcome.kind === 'rejected' && outcome.reason === 'rejected'
    ? { ...outcome, reason: reasonOf(error?.error_subcode) }
    : outcome
}

const preparationOutcomeOf = (answer: AnsweredReply): Outcome => {
  const error = graphErrorOf(answer)
  if (!error) return isOk(answer) ? notSent(answer.text) : graphOutcome(answer)
  const { code, error_subcode: subcode } = error
  if (code === NOT_FETCHED || (subcode !== undefined && passing.includes(subcode)))
    return notSent(answer.text)
  return publishOutcomeOf(answer)
}

/** What a preparing call without the wished-for answer means. Nothing is public by it. */
export const preparationFailure = (reply: Reply): Preparation =>
  preparationOf(outcomeOf(reply, preparationOutcomeOf))

/** Whether the network no longer knows the container that the call named. */
export const isGone = (reply: Reply): boolean => {
  const error = reply.kind === 'answered' ? graphErrorOf(reply) : null
  if (!error) return false
  const { code, error_subcode: subcode } = error
  return (code === 100 && subcode === 33) || (subcode !== undefined && GONE.includes(subcode))
}

/** What a container's status `ERROR` means: its text carries the network's number. */
export const containerFailure = (text: string): NotSent | Rejected => {
  const subcode = Number(/\b2207\d{3}\b/.exec(text)?.[0])
  return passing.includes(subcode) ? notSent(text) : rejected(text, { reason: reasonOf(subcode) })
}
