import { answeredAt, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import type { LookUpQuery } from './network-adapter.ts'

/** Networks round to whole seconds, and an answer takes time. */
const LOOK_BACK_MS = 60_000
/** How far ahead our clock may be. With half of that, X already refuses signed calls (docs/product/twitter.md "Signature"). */
const MOST_AHEAD_MS = 10 * 60_000

/** Since when to request posts. Wider than what may match, because the network's clock is known only from its answer. */
export const searchFrom = ({ sentAt }: LookUpQuery): Date =>
  new Date(sentAt.getTime() - LOOK_BACK_MS - MOST_AHEAD_MS)

/**
 * Since when a post may be the one that was sent, in milliseconds by the network's clock. If our clock is ahead, the post seems older than
 * the call; treating it as absent would publish it twice.
 */
export const matchFrom = ({ sentAt, askedAt }: LookUpQuery, reply: Reply): number => {
  const ours = sentAt.getTime()
  const theirs = askedAt && reply.kind === 'answered' ? answeredAt(reply) - (askedAt.getTime() - ours) : ours
  return Math.max(Math.min(ours, theirs), ours - MOST_AHEAD_MS) - LOOK_BACK_MS
}
