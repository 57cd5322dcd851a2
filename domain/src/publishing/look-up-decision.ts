import { type PublishTimings, publishTimings } from './timings.ts'

/** What is known after looking up a post whose answer was lost. */
export type LookUpFacts = {
  readonly verdict: 'present' | 'absent' | 'cannot_tell'
  /** Earlier look-ups that found it absent. */
  readonly absentLookUps: number
  readonly resends: number
  readonly sinceSendingMs: number
  readonly sinceDueMs: number
}

export type LookUpDecision = 'live' | 'look_up_again' | 'resend' | 'missed_window' | 'unconfirmed'

const ABSENT_LOOK_UPS = 2

const RESENDS = 1

/**
 * What follows from a look-up (docs/product/publishing.md "Lost answers"). A post that was absent twice, long enough after the call, is
 * resent once if it is not too late by then, and never a third time. Without a verdict it is looked up again until the time is up; then a
 * person decides.
 */
export const lookUpDecision = (
  facts: LookUpFacts,
  timings: PublishTimings = publishTimings,
): LookUpDecision => {
  const { verdict, absentLookUps, resends, sinceSendingMs, sinceDueMs } = facts
  if (verdict === 'present') return 'live'
  if (verdict === 'cannot_tell')
    return sinceSendingMs >= timings.giveUpAfterMs ? 'unconfirmed' : 'look_up_again'
  if (absentLookUps + 1 < ABSENT_LOOK_UPS || sinceSendingMs < timings.absentAfterMs) return 'look_up_again'
  if (resends >= RESENDS) return 'unconfirmed'
  return sinceDueMs > timings.windowMs ? 'missed_window' : 'resend'
}
