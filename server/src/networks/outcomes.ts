import type { AnsweredReply, Reply } from '#server/platform/http/outgoing-requests/client.ts'
import type {
  LookUpResult,
  NotSent,
  Outcome,
  Preparation,
  Processing,
  ReconnectNeeded,
  Rejected,
  Unknown,
} from './network-adapter.ts'
import { unhandledOutcome } from './network-adapter.ts'

export const unknown = (response: string): Unknown => ({ kind: 'unknown', response })
/** No network asks for a longer wait; a wrong number could make an invalid date. */
const LONGEST_WAIT_MS = 24 * 3_600_000
export const notSent = (response: string, retryAfterMs: number | null = null): NotSent => ({
  kind: 'not_sent',
  retryAfterMs: retryAfterMs === null ? null : Math.min(retryAfterMs, LONGEST_WAIT_MS),
  response,
})
export const processing = (response: string, retryAfterMs: number): Processing => ({
  kind: 'processing',
  retryAfterMs,
  response,
})
export const reconnectNeeded = (response: string): ReconnectNeeded => ({ kind: 'reconnect_needed', response })
export const rejected = (
  response: string,
  detail: Partial<Omit<Rejected, 'kind' | 'response'>> = {},
): Rejected => ({
  kind: 'rejected',
  reason: detail.reason ?? 'rejected',
  mayBeOurs: detail.mayBeOurs ?? false,
  response,
})
export const cannotTell = (reply: Reply): LookUpResult => ({ kind: 'cannot_tell', response: reply.text })
/** Posts without text, or too many of them: reading the account again says no more. */
export const onlyAlike = (
  response = 'A post of the same kind without a text is on the account.',
): LookUpResult => ({
  kind: 'cannot_tell',
  response,
  isFinal: true,
})

/** The outcome of a call: `judge` classifies an answer; missing answers are the same for all networks. */
export const outcomeOf = (reply: Reply, judge: (answer: AnsweredReply) => Outcome): Outcome => {
  switch (reply.kind) {
    case 'unreachable':
      return notSent(reply.text)
    case 'lost':
      return unknown(reply.text)
    case 'answered':
      return judge(reply)
  }
}

/** The outcome of a preparing call. Nothing is public yet, so an unknown outcome is simply repeated. */
export const preparationOf = (outcome: Outcome): Preparation => {
  switch (outcome.kind) {
    case 'published':
    case 'unknown':
      return notSent(outcome.response)
    case 'rejected':
      return { ...outcome, mayBeOurs: false }
    case 'processing':
    case 'reconnect_needed':
    case 'not_sent':
      return outcome
    default:
      return unhandledOutcome(outcome)
  }
}
