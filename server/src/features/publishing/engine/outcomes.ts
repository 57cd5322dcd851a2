import type { FailureReason } from '#domain/publishing/status.ts'
import { pollDelayMs, retryDelayMs } from '#domain/publishing/timings.ts'
import type { Processing } from '#server/networks/network.ts'
import { move } from '#server/platform/db/move.ts'
import { fail, fenceOf, postpone, runLater, settle } from '../outcomes/settling/commands.ts'
import type { Publication } from './claim.ts'
import { markRefused } from './publication.ts'
import { after, type Publisher } from './publisher.ts'

/** It will not go out by itself any more. False: another worker has it. */
export const failPublication = (
  publisher: Publisher,
  publication: Publication,
  reason: FailureReason,
  response: string | null,
): Promise<boolean> =>
  settle(publisher, publication, (tx, held, now) => fail(tx, publication, held, { reason, response, now }))

/** The access that a call was made with, or null where none was stored. */
type Refused = {
  readonly sealedToken: Buffer | null
  readonly reason: Extract<FailureReason, 'reconnect_needed' | 'permission_missing'>
  readonly response: string
}

/**
 * The access does not work. Where the account was reconnected, or its token refreshed, while this try was under way, it is not the
 * present access that was refused: the account stays as it is, and the post is tried again with that.
 */
export const refuseAccess = (
  publisher: Publisher,
  publication: Publication,
  { sealedToken, reason, response }: Refused,
): Promise<void> =>
  settle(publisher, publication, async (tx, held, now) => {
    const { social_account_id: id } = publication
    if (id === null || (await markRefused(tx, id, sealedToken))) {
      await fail(tx, publication, held, { reason, response, now })
      return
    }
    const attempts = held.publication.attempts + 1
    const runAt = after(now, retryDelayMs(attempts, null, publisher.random(), publisher.timings))
    const later = { reason: 'missed_window', response, now, runAt, attempts } as const
    await postpone(publisher, tx, publication, held, later)
  })

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
    await postpone(publisher, tx, publication, held, { reason, response, now, runAt, attempts })
  })

/** The network still works on what was uploaded: no failure, so no backoff; but not for ever. */
export const prepareAgain = (
  publisher: Publisher,
  publication: Publication,
  { retryAfterMs, response }: Omit<Processing, 'kind'>,
): Promise<void> => wait(publisher, publication, retryAfterMs, { reason: 'too_long_processing', response })

/** A call is answered in less. */
const EQUAL_MS = 500

/** Another post that says the same is under way on the account: this one follows when nobody can take the one for the other any more. */
export const waitForEqual = (publisher: Publisher, publication: Publication): Promise<void> =>
  wait(publisher, publication, EQUAL_MS, { reason: 'equal_under_way', response: publication.response })

/** Asked for again ever more rarely, until it would be too late. */
const wait = (
  publisher: Publisher,
  publication: Publication,
  askAgainMs: number,
  why: { readonly reason: FailureReason; readonly response: string | null },
): Promise<void> =>
  settle(publisher, publication, (tx, held, now) => {
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
