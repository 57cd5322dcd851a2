import type { PostSocialStatus } from '#domain/posts/status.ts'
import { MISSED_WINDOW_MINUTES } from '#domain/schedules/timing.ts'

/** What is known of a post social when its time has come. `latenessMinutes`: how long ago that was, by the database's clock. */
export type DueFacts = {
  readonly status: PostSocialStatus
  readonly isAutoposting: boolean
  /** The project lets posts go live when the External Approver is late (`bypass-external-approval-when-internal-approved`). */
  readonly bypass: boolean
  /** Somebody said yes in the internal round; skipping it is no yes. */
  readonly internalApproved: boolean
  /** The content is what was approved or cleared. */
  readonly digestMatches: boolean
  readonly latenessMinutes: number
}

/**
 * What the due time does to a post social. `approve_by_system_first` is asked again once that is done; `overdue` leaves it as it is and
 * tells its people; `nothing`: it is on its way, done, or waits for a person already.
 */
export type DueDecision =
  | 'publish'
  | 'manual_publish_due'
  | 'approve_by_system_first'
  | 'overdue'
  | 'missed_window'
  | 'content_changed'
  | 'nothing'

type Standing = 'cleared' | 'with_client' | 'held' | 'beyond'

const standings: Readonly<Record<PostSocialStatus, Standing>> = {
  temporary_draft: 'held',
  draft: 'held',
  pending_internal_approval: 'held',
  pending_external_approval: 'with_client',
  pending_approval: 'held',
  approved: 'cleared',
  unapproved: 'held',
  requires_revision: 'held',
  skip_approved: 'beyond',
  scheduled: 'cleared',
  pending_publish: 'beyond',
  on_publishing: 'beyond',
  live: 'beyond',
  publishing_failed: 'beyond',
  deleted: 'beyond',
}

type Row = { readonly when: (facts: DueFacts, standing: Standing) => boolean; readonly is: DueDecision }

const isTooLate = ({ latenessMinutes }: DueFacts) => latenessMinutes > MISSED_WINDOW_MINUTES

/** First row that fits wins (document 3 "At the due time"). */
const dueTable: readonly Row[] = [
  { when: (_, standing) => standing === 'beyond', is: 'nothing' },
  {
    when: (facts, standing) =>
      standing === 'with_client' && facts.bypass && facts.internalApproved && !isTooLate(facts),
    is: 'approve_by_system_first',
  },
  { when: (_, standing) => standing !== 'cleared', is: 'overdue' },
  // Before autoposting is asked: a person should not publish it by hand either.
  { when: facts => !facts.digestMatches, is: 'content_changed' },
  // A person decides when, so being late is no reason to fail.
  { when: facts => !facts.isAutoposting, is: 'manual_publish_due' },
  { when: isTooLate, is: 'missed_window' },
]

/**
 * What happens to a post social at its due time (document 3 "At the due time"). Pure: whoever calls it holds the row, and calls it once,
 * so that an approval that comes later does not make the post go out by itself.
 */
export const dueDecision = (facts: DueFacts): DueDecision =>
  dueTable.find(row => row.when(facts, standings[facts.status]))?.is ?? 'publish'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** The publisher's intervals, in milliseconds. */
export type PublishTimings = {
  /** How long a worker holds a publication; longer than one call may take. */
  readonly leaseMs: number
  /** From the call to the first look for it: a network shows a new post a little later in its lists. */
  readonly firstLookMs: number
  readonly lookEveryMs: number
  /** Before this, "not there" may only mean "not there yet". */
  readonly absentAfterMs: number
  /** How long a lost answer is looked for. */
  readonly giveUpAfterMs: number
  /** How late it may still go out by itself. */
  readonly windowMs: number
  /** Waiting times by failed attempt; the last one stays. */
  readonly backoffMs: readonly number[]
  /** When the address of a live post is asked for again, by attempts so far; after the last no more. */
  readonly permalinkMs: readonly number[]
}

export const publishTimings: PublishTimings = {
  leaseMs: MINUTE,
  firstLookMs: 30 * SECOND,
  lookEveryMs: 30 * SECOND,
  absentAfterMs: 90 * SECOND,
  giveUpAfterMs: 30 * MINUTE,
  windowMs: MISSED_WINDOW_MINUTES * MINUTE,
  backoffMs: [5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE],
  permalinkMs: [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 6 * 60 * MINUTE],
}

/**
 * How long to wait after the given number of failed attempts (1 or more). `random` is from 0 to 1: half of the wait is left to it, so
 * that what failed together does not come back together. What the network itself asks for is never shortened.
 */
export const retryDelayMs = (
  attempts: number,
  retryAfterMs: number | null,
  random: number,
  { backoffMs }: PublishTimings = publishTimings,
): number => {
  const step = backoffMs[Math.min(attempts, backoffMs.length) - 1] ?? 0
  return Math.max(Math.round(step * (0.5 + random / 2)), retryAfterMs ?? 0)
}

/** Asked rarely enough that an hour of it costs no more than some hundred calls of the account's limit. */
const POLLED_PART = 20
const POLL_AT_MOST = 30 * SECOND

/**
 * How long to wait for media that the network still processes: as long as it asks, and longer the longer it takes already, up to 30 s.
 */
export const pollDelayMs = (askedMs: number, sinceDueMs: number): number =>
  Math.max(askedMs, Math.min(Math.round(sinceDueMs / POLLED_PART), POLL_AT_MOST))

/** What is known after looking for a post whose answer was lost. */
export type LookFacts = {
  readonly verdict: 'present' | 'absent' | 'cannot_tell'
  /** Looks that said absent, without this one. */
  readonly absentLooks: number
  readonly resends: number
  readonly sinceSendingMs: number
  readonly sinceDueMs: number
}
export type LookDecision = 'live' | 'look_again' | 'resend' | 'missed_window' | 'unconfirmed'

const ABSENT_LOOKS = 2
const RESENDS = 1

/**
 * What follows from a look (document 3 "Publishing happens once"): absent twice and long enough after the call: sent once more, if it is
 * not too late by then; never a third time. Without a verdict it is looked for again until the time is up, then a person says.
 */
export const lookDecision = (facts: LookFacts, timings: PublishTimings = publishTimings): LookDecision => {
  const { verdict, absentLooks, resends, sinceSendingMs, sinceDueMs } = facts
  if (verdict === 'present') return 'live'
  if (verdict === 'cannot_tell') return sinceSendingMs >= timings.giveUpAfterMs ? 'unconfirmed' : 'look_again'
  if (absentLooks + 1 < ABSENT_LOOKS || sinceSendingMs < timings.absentAfterMs) return 'look_again'
  if (resends >= RESENDS) return 'unconfirmed'
  return sinceDueMs > timings.windowMs ? 'missed_window' : 'resend'
}
