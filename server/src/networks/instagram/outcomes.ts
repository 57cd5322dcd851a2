import { graphErrorOf, graphOutcome } from '#server/networks/meta/errors.ts'
import type { NotSent, Outcome, Preparation, Rejected } from '#server/networks/network-adapter.ts'
import { notSent, outcomeOf, preparationOf, processing, rejected } from '#server/networks/outcomes.ts'
import { type AnsweredReply, isOk, type Reply } from '#server/platform/http/outgoing-requests/client.ts'

/** "The media is not ready": this call published nothing, and the container's status tells whether an earlier one did. */
const NOT_READY = 9007
const NOT_FETCHED = 9004
const LOOK_SOON_MS = 5_000
/** The day's posts, and the day's containers. */
const quotaSubcodes = [2207042, 2207068]

/** Temporary errors: of the servers, of fetching media, and containers that are expired or not there yet (docs/product/instagram.md "Errors"). */
const passing = [2207001, 2207003, 2207008, 2207020, 2207032, 2207052, 2207053, 2207077]
const refusedMedia = [2207004, 2207005, 2207009, 2207023, 2207026, 2207028, 2207057, 2207082]
const RESTRICTED = 2207050
const GONE = [2207006, 2207008, 2207020]

/** The quota covers the last 24 hours; Instagram does not say when the next post is allowed. */
const QUOTA_RETRY_MS = 10 * 60_000

/** The daily quota is used up: certainly not published, and worth a retry later. */
export const quotaUsed = (response: string): NotSent => ({
  ...notSent(response, QUOTA_RETRY_MS),
  reason: 'limit_reached',
})

const reasonOf = (subcode: number | undefined): Rejected['reason'] => {
  if (subcode === RESTRICTED) return 'account_restricted'
  return subcode !== undefined && refusedMedia.includes(subcode) ? 'media_refused' : 'rejected'
}

/** What a refused publish call means. */
export const publishOutcomeOf = (answer: AnsweredReply): Outcome => {
  const error = graphErrorOf(answer)
  if (error?.code === NOT_READY) return processing(answer.text, LOOK_SOON_MS)
  if (quotaSubcodes.includes(error?.error_subcode ?? 0)) return quotaUsed(answer.text)
  // The container is expired or not there yet; preparing again finds out which and handles it.
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

/** What a failed preparing call means. Nothing is public yet. */
export const preparationFailure = (reply: Reply): Preparation =>
  preparationOf(outcomeOf(reply, preparationOutcomeOf))

/** Whether Instagram no longer knows the container in the call. */
export const isGone = (reply: Reply): boolean => {
  const error = reply.kind === 'answered' ? graphErrorOf(reply) : null
  if (!error) return false
  const { code, error_subcode: subcode } = error
  return (code === 100 && subcode === 33) || (subcode !== undefined && GONE.includes(subcode))
}

/** What a container's status `ERROR` means; its text contains the error code. */
export const containerFailure = (text: string): NotSent | Rejected => {
  const subcode = Number(/\b2207\d{3}\b/.exec(text)?.[0])
  return passing.includes(subcode) ? notSent(text) : rejected(text, { reason: reasonOf(subcode) })
}
