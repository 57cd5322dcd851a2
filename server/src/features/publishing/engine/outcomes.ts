import { postSocialLifecycle } from '#domain/posts/status.ts'
import { type FailureReason, publicationLifecycle } from '#domain/publishing/status.ts'
import { pollDelayMs, retryDelayMs } from '#domain/publishing/timings.ts'
import { dateLivePosts } from '#server/features/posts/date-live-posts.ts'
import { markNeedsReconnecting } from '#server/features/social-accounts/connected-accounts.ts'
import type { Processing } from '#server/networks/network-adapter.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
import { type LockedPublication, lockPublication, type Publication } from './publication.ts'
import { after, type Outcome, type Publisher } from './publisher.ts'

/** Ends the publication as failed: it does not go out by itself any more. False: another worker has it. */
export const failPublication = (
  publisher: Publisher,
  publication: Publication,
  reason: FailureReason,
  response: string | null,
): Promise<boolean> =>
  withLockedPublication(publisher, publication, (tx, locked, now, tell) =>
    markFailed(tx, publication, locked, { reason, response, now, tell }),
  )

/** `sealedToken`: the access that the call was made with, or null where none was stored. */
type RefusedAccess = {
  readonly sealedToken: Buffer | null
  readonly reason: Extract<FailureReason, 'reconnect_needed' | 'permission_missing'>
  readonly response: string
}

/**
 * The network refused the access. If the account was reconnected or its token renewed during this attempt, the old token was refused:
 * the account stays as it is, and the post is tried again with the new one.
 */
export const recordRefusedAccess = (
  publisher: Publisher,
  publication: Publication,
  { sealedToken, reason, response }: RefusedAccess,
): Promise<void> =>
  withLockedPublication(publisher, publication, async (tx, locked, now, tell) => {
    const { social_account_id: id } = publication
    if (id === null || (await markNeedsReconnecting(tx, id, sealedToken))) {
      await markFailed(tx, publication, locked, { reason, response, now, tell })
      return
    }
    const attempts = locked.publication.attempts + 1
    const runAt = after(now, retryDelayMs(attempts, null, publisher.random(), publisher.timings))
    const later = { reason: 'missed_window', response, now, runAt, attempts, tell } as const
    await postpone(publisher, tx, publication, locked, later)
  })

/** Why it is tried again, and the failure reason if it is too late for that. */
type RetryLater = {
  readonly retryAfterMs: number | null
  readonly response: string
  readonly reason?: Extract<FailureReason, 'limit_reached' | 'network_down' | 'missed_window'> | undefined
}

/**
 * The network certainly did not apply the call: it goes back into the queue with growing delays, until it is too late to go out by
 * itself.
 */
export const retryLater = (
  publisher: Publisher,
  publication: Publication,
  { retryAfterMs, response, reason = retryAfterMs === null ? 'network_down' : 'limit_reached' }: RetryLater,
): Promise<void> =>
  withLockedPublication(publisher, publication, async (tx, locked, now, tell) => {
    const { timings } = publisher
    const attempts = locked.publication.attempts + 1
    const runAt = after(now, retryDelayMs(attempts, retryAfterMs, publisher.random(), timings))
    await postpone(publisher, tx, publication, locked, { reason, response, now, runAt, attempts, tell })
  })

/** The network is still processing the uploaded media: not a failure, so there is no backoff, but a time limit. */
export const waitForProcessing = (
  publisher: Publisher,
  publication: Publication,
  { retryAfterMs, response }: Omit<Processing, 'kind'>,
): Promise<void> =>
  pollLater(publisher, publication, retryAfterMs, { reason: 'too_long_processing', response })

/** Most calls are answered within this time. */
const DUPLICATE_POLL_MS = 500

/** A duplicate is in flight on the account: this one is sent once a look-up can no longer mistake one for the other. */
export const waitForDuplicate = (publisher: Publisher, publication: Publication): Promise<void> =>
  pollLater(publisher, publication, DUPLICATE_POLL_MS, {
    reason: 'duplicate_in_flight',
    response: publication.response,
  })

/**
 * Its look-up is repeated, however late it is: whether a post is already on the account is worth knowing at any time. Until when, the
 * look-up itself decides.
 */
export const waitForLookUp = (publisher: Publisher, publication: Publication): Promise<void> =>
  withLockedPublication(publisher, publication, async (tx, _locked, now, tell) => {
    const later = {
      run_at: after(now, publisher.timings.lookUpEveryMs),
      looked_up_at: now,
      lease_until: null,
    }
    if (await move(tx, publicationLifecycle, publication.id, 'released', later, fenceOf(publication)))
      tell({ kind: 'look_up_again', runAt: later.run_at })
  })

/** Polled at growing intervals, until it is too late. */
const pollLater = (
  publisher: Publisher,
  publication: Publication,
  pollMs: number,
  why: { readonly reason: FailureReason; readonly response: string | null },
): Promise<void> =>
  withLockedPublication(publisher, publication, (tx, locked, now, tell) => {
    const runAt = after(now, pollDelayMs(pollMs, now.getTime() - publication.due_at.getTime()))
    return postpone(publisher, tx, publication, locked, { ...why, now, runAt, tell })
  })

/** It is not known whether it went out: to be looked up before anything is sent. */
export const markUnknown = (
  publisher: Publisher,
  publication: Publication,
  response: string | null,
  lookUpInMs: number = publisher.timings.firstLookUpMs,
): Promise<void> =>
  withLockedPublication(publisher, publication, async (tx, _locked, now, tell) => {
    // It may be looked up too early but never too late: until there is a verdict, the post counts as being published.
    const runAt = after(now, Math.min(lookUpInMs, publisher.timings.firstLookUpMs))
    const later = { response, run_at: runAt, lease_until: null }
    if (await move(tx, publicationLifecycle, publication.id, 'answer_lost', later, fenceOf(publication)))
      tell({ kind: 'answer_lost', response, runAt })
  })

/** Not found yet, or uncertain. */
export const lookUpAgain = (
  publisher: Publisher,
  publication: Publication,
  absentLookUps: number,
): Promise<void> =>
  withLockedPublication(publisher, publication, async (tx, _locked, now, tell) => {
    const runAt = after(now, publisher.timings.lookUpEveryMs)
    const { numUpdatedRows } = await tx
      .updateTable('publications')
      .set({ looked_up_at: now, absent_look_ups: absentLookUps, run_at: runAt, lease_until: null })
      .where('id', '=', publication.id)
      .where('status', '=', 'unknown')
      .where('lease_token', '=', publication.lease_token)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) tell({ kind: 'look_up_again', runAt })
  })

/** It is not on the network and would be there by now: it is prepared and sent once more. */
export const resend = (publisher: Publisher, publication: Publication): Promise<void> =>
  withLockedPublication(publisher, publication, async (tx, locked, now, tell) => {
    const again = {
      looked_up_at: now,
      absent_look_ups: 0,
      resends: locked.publication.resends + 1,
      run_at: now,
      lease_until: null,
    }
    if (await move(tx, publicationLifecycle, publication.id, 'found_absent', again, fenceOf(publication)))
      tell({ kind: 'found_absent', runAt: now })
  })

/** Says what came of it; it is reported once that is committed. */
type Tell = (outcome: Omit<Outcome, 'postId'>) => void

/** Writes the outcome of a step in one transaction, with the post social and the publication locked. */
type Work<T> = (tx: Tx, locked: LockedPublication, now: Date, tell: Tell) => Promise<T>

/** Runs `work` with the publication and its post social locked. */
export const withLockedPublication = async <T>(
  publisher: Publisher,
  publication: Publication,
  work: Work<T>,
): Promise<T> => {
  const outcomes: Outcome[] = []
  const result = await publisher.services.db.transaction().execute(async tx => {
    const locked = await lockPublication(tx, publication.id)
    const tell: Tell = outcome => outcomes.push({ ...outcome, postId: locked.social.post_id })
    return work(tx, locked, await publisher.now(tx), tell)
  })
  for (const outcome of outcomes) publisher.report(publication, outcome)
  return result
}

/** Only the holder of the lease may write. */
export const fenceOf = ({ lease_token }: Publication) => ({ lease_token })

/** Emits how it ended, in the name of the person who started it. */
export const emitOutcome = (
  tx: Tx,
  row: Publication,
  postId: number,
  type: 'post_social.published' | 'post_social.publishing_failed',
  detail: Record<string, unknown>,
): Promise<void> =>
  emitOfPostSocial(tx, type, { ...row, id: row.post_social_id, post_id: postId }, row.started_by, detail)

type FailureDetails = {
  readonly reason: FailureReason
  readonly response: string | null
  readonly now: Date
  readonly tell: Tell
}

/** Writes the failure to the publication and its post social. False: another worker has it. */
const markFailed = async (
  tx: Tx,
  publication: Publication,
  { social }: LockedPublication,
  { reason, response, now, tell }: FailureDetails,
): Promise<boolean> => {
  const closed = { failure_reason: reason, response, closed_at: now, lease_until: null }
  if (!(await move(tx, publicationLifecycle, publication.id, 'rejected', closed, fenceOf(publication))))
    return false
  await move(tx, postSocialLifecycle, social.id, 'publishing_failed', {
    failure_reason: reason,
    last_social_api_response: response,
    updated_at: now,
  })
  await dateLivePosts(tx, [social.post_id])
  await emitOutcome(tx, publication, social.post_id, 'post_social.publishing_failed', { reason })
  tell({ kind: 'failed', reason, response })
  return true
}

/** Puts it back into the queue until `runAt`, or fails it if that is too late for it to go out by itself. */
const postpone = async (
  publisher: Publisher,
  tx: Tx,
  publication: Publication,
  locked: LockedPublication,
  later: FailureDetails & { readonly runAt: Date; readonly attempts?: number },
): Promise<void> => {
  const { reason, response, runAt, attempts = locked.publication.attempts } = later
  if (runAt > after(publication.due_at, publisher.timings.windowMs)) {
    await markFailed(tx, publication, locked, later)
    return
  }
  const event = locked.publication.status === 'sending' ? 'not_sent' : 'released'
  const columns = { attempts, response, late_reason: reason, run_at: runAt, lease_until: null }
  if (await move(tx, publicationLifecycle, publication.id, event, columns, fenceOf(publication)))
    later.tell({ kind: 'postponed', reason, response, runAt })
}
