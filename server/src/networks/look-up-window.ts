import { answeredAt, type Reply } from './http.ts'
import type { LookUpQuery } from './network-adapter.ts'

/** Times come in whole seconds, and an answer takes its while. */
const LOOK_BACK_MS = 60_000
/** How far ahead our clock may be: with more than half of it X takes no signed call any more (networks.md 6.1, code 135). */
const MOST_AHEAD_MS = 10 * 60_000

/** From when on to ask for posts: wider than what counts, since the network's clock is known from its answer only. */
export const searchFrom = ({ sentAt }: LookUpQuery): Date =>
  new Date(sentAt.getTime() - LOOK_BACK_MS - MOST_AHEAD_MS)

/**
 * From when on a post may be the one that was sent: milliseconds by the network's clock, whose time the answer tells. A clock of ours that
 * is ahead makes the post older than its sending; called absent for that, it would go out twice.
 */
export const matchFrom = ({ sentAt, askedAt }: LookUpQuery, reply: Reply): number => {
  const ours = sentAt.getTime()
  const theirs = askedAt && reply.kind === 'answered' ? answeredAt(reply) - (askedAt.getTime() - ours) : ours
  return Math.max(Math.min(ours, theirs), ours - MOST_AHEAD_MS) - LOOK_BACK_MS
}
