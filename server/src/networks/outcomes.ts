import type { AnsweredReply, Reply } from './http.ts'
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
/** No network means more by it; a number gone wrong would be no date any more. */
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

/** What the irreversible call led to: `judge` reads an answer; no answer is decided here, alike for all networks. */
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

/** The same judgement of a preparing call: nothing public hangs on it, so what nobody knows is simply done again. */
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
