import { MISSED_WINDOW_MINUTES } from '#domain/schedules/timing.ts'

const SECOND = 1_000

const MINUTE = 60 * SECOND

/** The publisher's intervals, in milliseconds. */
export type PublishTimings = {
  /** How long a worker's lease of a publication lasts; longer than one call may take. */
  readonly leaseMs: number
  /** From the call to the first look-up: networks list a new post a little later. */
  readonly firstLookUpMs: number
  readonly lookUpEveryMs: number
  /** Before this, "not there" may only mean "not there yet". */
  readonly absentAfterMs: number
  /** How long a post with a lost answer is looked up. */
  readonly giveUpAfterMs: number
  /** How late it may still go out by itself. */
  readonly windowMs: number
  /** Waiting times by failed attempt; the last one stays. */
  readonly backoffMs: readonly number[]
  /** When the permalink of a live post is requested again, by attempts so far; not again after the last. */
  readonly permalinkMs: readonly number[]
}

export const publishTimings: PublishTimings = {
  leaseMs: MINUTE,
  firstLookUpMs: 30 * SECOND,
  lookUpEveryMs: 30 * SECOND,
  absentAfterMs: 90 * SECOND,
  giveUpAfterMs: 30 * MINUTE,
  windowMs: MISSED_WINDOW_MINUTES * MINUTE,
  backoffMs: [5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE],
  permalinkMs: [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 6 * 60 * MINUTE],
}

/**
 * How long to wait after the given number of failed attempts (1 or more). `random`, from 0 to 1, decides half of the wait, so that posts
 * that failed together are not retried together. A wait that the network asks for is never shortened.
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

/** Rarely enough that an hour of it uses only about a hundred calls of the account's limit. */
const POLLED_PART = 20

const POLL_AT_MOST = 30 * SECOND

/**
 * How long to wait for media that the network is still processing: as long as it asks, and longer the longer it has taken, up to 30 s.
 */
export const pollDelayMs = (requestedMs: number, sinceDueMs: number): number =>
  Math.max(requestedMs, Math.min(Math.round(sinceDueMs / POLLED_PART), POLL_AT_MOST))
