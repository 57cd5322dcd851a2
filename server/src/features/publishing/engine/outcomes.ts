import type { FailureReason } from '#domain/publishing/status.ts'
import { pollDelayMs, retryDelayMs } from '#domain/publishing/timings.ts'
import type { Processing } from '#server/networks/network-adapter.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
import { type LockedPublication, lockPublication, type Publication } from './publication.ts'
import { after, type Publisher } from './publisher.ts'

/** It will not go out by itself any more. False: another worker has it. */
export const failPublication = (
  publisher: Publisher,
  publication: Publication,
  reason: FailureReason,
  response: string | null,
): Promise<boolean> =>
  withLockedPublication(publisher, publication, (tx, held, now) =>
    markFailed(tx, publication, held, { reason, response, now }),
  )

/** The access that a call was made with, or null where none was stored. */
type RefusedAccess = {
  readonly sealedToken: Buffer | null
  readonly reason: Extract<FailureReason, 'reconnect_needed' | 'permission_missing'>
  readonly response: string
}

/**
 * The access does not work. Where the account was reconnected, or its token refreshed, while this try was under way, it is not the
 * present access that was refused: the account stays as it is, and the post is tried again with that.
 */
export const recordRefusedAccess = (
  publisher: Publisher,
  publication: Publication,
  { sealedToken, reason, response }: RefusedAccess,
): Promise<void> =>
  withLockedPublication(publisher, publication, async (tx, held, now) => {
    const { social_account_id: id } = publication
    if (id === null || (await markNeedsReconnecting(tx, id, sealedToken))) {
      await markFailed(tx, publication, held, { reason, response, now })
      return
    }
    const attempts = held.publication.attempts + 1
    const runAt = after(now, retryDelayMs(attempts, null, publisher.random(), publisher.timings))
    const later = { reason: 'missed_window', response, now, runAt, attempts } as const
    await postpone(publisher, tx, publication, held, later)
  })

/**
 * Says of the account that it needs reconnecting, if its access is still the one that was refused; a removed one is nobody's worry.
 * False: it has other access by now.
 */
export const markNeedsReconnecting = async (
  tx: Tx,
  accountId: number,
  sealedToken: Buffer | null,
): Promise<boolean> => {
  const row = await tx
    .selectFrom('social_accounts')
    .select(['sealed_token', 'removed_at'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.removed_at) return true
  const { sealed_token: present } = row
  if (present && !(sealedToken && present.equals(sealedToken))) return false
  await tx
    .updateTable('social_accounts')
    .set({ needs_reconnecting: true })
    .where('id', '=', accountId)
    .execute()
  return true
}

/** Why it is to be tried again, and what it fails as when it is too late for that. */
export type RetryLater = {
  readonly retryAfterMs: number | null
  readonly response: string
  readonly reason?: Extract<FailureReason, 'limit_reached' | 'network_down' | 'missed_window'> | undefined
}

/** Certainly not applied: back into the queue, ever later, until it would be too late to go out by itself. */
export const retryLater = (
  publisher: Publisher,
  publication: Publication,
  { retryAfterMs, response, reason = retryAfterMs === null ? 'network_down' : 'limit_reached' }: RetryLater,
): Promise<void> =>
  withLockedPublication(publisher, publication, async (tx, held, now) => {
    const { timings } = publisher
    const attempts = held.publication.attempts + 1
    const runAt = after(now, retryDelayMs(attempts, retryAfterMs, publisher.random(), timings))
    await postpone(publisher, tx, publication, held, { reason, response, now, runAt, attempts })
  })

/** The network still works on what was uploaded: no failure, so no backoff; but not for ever. */
export const waitForProcessing = (
  publisher: Publisher,
  publication: Publication,
  { retryAfterMs, response }: Omit<Processing, 'kind'>,
): Promise<void> =>
  pollLater(publisher, publication, retryAfterMs, { reason: 'too_long_processing', response })

/** A call is answered in less. */
const DUPLICATE_POLL_MS = 500

/** Another post that says the same is under way on the account: this one follows when nobody can take the one for the other any more. */
export const waitForDuplicate = (publisher: Publisher, publication: Publication): Promise<void> =>
  pollLater(publisher, publication, DUPLICATE_POLL_MS, {
    reason: 'equal_under_way',
    response: publication.response,
  })

/** Asked for again ever more rarely, until it would be too late. */
const pollLater = (
  publisher: Publisher,
  publication: Publication,
  askAgainMs: number,
  why: { readonly reason: FailureReason; readonly response: string | null },
): Promise<void> =>
  withLockedPublication(publisher, publication, (tx, held, now) => {
    const runAt = after(now, pollDelayMs(askAgainMs, now.getTime() - publication.due_at.getTime()))
    return postpone(publisher, tx, publication, held, { ...why, now, runAt })
  })

/** Nobody knows whether it went out: to be looked for, not to be sent. */
export const markUnknown = (
  publisher: Publisher,
  publication: Publication,
  response: string,
  lookInMs: number = publisher.timings.firstLookMs,
): Promise<void> =>
  withLockedPublication(publisher, publication, async (tx, _held, now) => {
    // A look may come too early, never too late: the post is on its way until there is a verdict.
    const runAt = after(now, Math.min(lookInMs, publisher.timings.firstLookMs))
    const later = { response, run_at: runAt, lease_until: null }
    await move(tx, 'publications', publication.id, 'answer_lost', later, fenceOf(publication))
  })

/** Not found yet, or not to be told. */
export const lookUpAgain = (
  publisher: Publisher,
  publication: Publication,
  absentLooks: number,
): Promise<void> =>
  withLockedPublication(publisher, publication, async (tx, _held, now) => {
    const runAt = after(now, publisher.timings.lookEveryMs)
    await tx
      .updateTable('publications')
      .set({ looked_at: now, absent_looks: absentLooks, run_at: runAt, lease_until: null })
      .where('id', '=', publication.id)
      .where('status', '=', 'unknown')
      .where('lease_token', '=', publication.lease_token)
      .execute()
  })

/** Not there, and by now it would be: once more from the beginning. */
export const resend = (publisher: Publisher, publication: Publication): Promise<void> =>
  withLockedPublication(publisher, publication, async (tx, held, now) => {
    const again = {
      looked_at: now,
      absent_looks: 0,
      resends: held.publication.resends + 1,
      run_at: now,
      lease_until: null,
    }
    await move(tx, 'publications', publication.id, 'found_absent', again, fenceOf(publication))
  })

/** What is written when a step is over. All of it in one transaction, under the post social's and the publication's lock. */
type Work<T> = (tx: Tx, held: LockedPublication, now: Date) => Promise<T>

/** Holds what a step is about while `work` writes what came of it. */
export const withLockedPublication = <T>(
  publisher: Publisher,
  publication: Publication,
  work: Work<T>,
): Promise<T> =>
  publisher.services.db.transaction().execute(async tx => {
    const held = await lockPublication(tx, publication.id)
    return work(tx, held, await publisher.now(tx))
  })

/** Only who holds the publication may write. */
export const fenceOf = ({ lease_token }: Publication) => ({ lease_token })

/** Tells everybody who follows the post. */
export const emitOutcome = (
  tx: Tx,
  row: Publication,
  postId: number,
  type: 'post_social.published' | 'post_social.publishing_failed',
  detail: Record<string, unknown>,
): Promise<void> =>
  emitOfPostSocial(tx, type, { ...row, id: row.post_social_id, post_id: postId }, row.started_by, detail)

type FailureDetails = { readonly reason: FailureReason; readonly response: string | null; readonly now: Date }

/** It will not go out by itself any more. False: another worker has it. */
export const markFailed = async (
  tx: Tx,
  publication: Publication,
  { social }: LockedPublication,
  { reason, response, now }: FailureDetails,
): Promise<boolean> => {
  const closed = { failure_reason: reason, response, closed_at: now, lease_until: null }
  if (!(await move(tx, 'publications', publication.id, 'rejected', closed, fenceOf(publication))))
    return false
  await move(tx, 'post_socials', social.id, 'publishing_failed', {
    failure_reason: reason,
    last_social_api_response: response,
    updated_at: now,
  })
  await emitOutcome(tx, publication, social.post_id, 'post_social.publishing_failed', { reason })
  return true
}

/** Back into the queue until then, or failed where that would be too late to go out by itself. */
export const postpone = async (
  publisher: Publisher,
  tx: Tx,
  publication: Publication,
  held: LockedPublication,
  later: FailureDetails & { readonly runAt: Date; readonly attempts?: number },
): Promise<void> => {
  const { reason, response, runAt, attempts = held.publication.attempts } = later
  if (runAt > after(publication.due_at, publisher.timings.windowMs)) {
    await markFailed(tx, publication, held, later)
    return
  }
  const event = held.publication.status === 'sending' ? 'not_sent' : 'released'
  const columns = { attempts, response, late_reason: reason, run_at: runAt, lease_until: null }
  await move(tx, 'publications', publication.id, event, columns, fenceOf(publication))
}
