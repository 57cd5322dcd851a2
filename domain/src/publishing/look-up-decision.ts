import { type PublishTimings, publishTimings } from './timings.ts'

/** What is known after looking up a post whose answer was lost. */
export type LookFacts = {
  readonly verdict: 'present' | 'absent' | 'cannot_tell'
  /** Earlier look-ups that found it absent. */
  readonly absentLooks: number
  readonly resends: number
  readonly sinceSendingMs: number
  readonly sinceDueMs: number
}

export type LookDecision = 'live' | 'look_again' | 'resend' | 'missed_window' | 'unconfirmed'

const ABSENT_LOOKS = 2

const RESENDS = 1

/**
 * What follows from a look-up (docs/product/publishing.md "Lost answers"). A post that was absent twice, long enough after the call, is
 * resent once if it is not too late by then, and never a third time. Without a verdict it is looked up again until the time is up; then a
 * person decides.
 */
export const lookDecision = (facts: LookFacts, timings: PublishTimings = publishTimings): LookDecision => {
  const { verdict, absentLooks, resends, sinceSendingMs, sinceDueMs } = facts
  if (verdict === 'present') return 'live'
  if (verdict === 'cannot_tell') return sinceSendingMs >= timings.giveUpAfterMs ? 'unconfirmed' : 'look_again'
  if (absentLooks + 1 < ABSENT_LOOKS || sinceSendingMs < timings.absentAfterMs) return 'look_again'
  if (resends >= RESENDS) return 'unconfirmed'
  return sinceDueMs > timings.windowMs ? 'missed_window' : 'resend'
}
