import { answeredAt, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import type { LookUpQuery, LookUpResult, SeenPost } from './network-adapter.ts'

/** Networks round to whole seconds, and an answer takes time. */
const LOOK_BACK_MS = 60_000
/** How far ahead our clock may be: a lost post is looked for no earlier. */
export const AHEAD_MS_MAX = 10 * 60_000

/** Since when to request posts. Wider than what may match, because the network's clock is known only from its answer. */
export const searchFrom = ({ sentAt }: LookUpQuery): Date =>
  new Date(sentAt.getTime() - LOOK_BACK_MS - AHEAD_MS_MAX)

/**
 * Since when a post may be the one that was sent, in milliseconds by the network's clock. If our clock is ahead, the post seems older than
 * the call; treating it as absent would publish it twice.
 */
export const matchFrom = (query: LookUpQuery, reply: Reply): number => {
  const ours = query.sentAt.getTime()
  const theirs = byTheirClock(query.sentAt, query, reply)
  return Math.max(Math.min(ours, theirs), ours - AHEAD_MS_MAX) - LOOK_BACK_MS
}

/**
 * Until when a lost attempt's post may have appeared, in milliseconds by the network's clock; without one, there is no end. Where our clock
 * was set back, the network's is ahead of it by any length of time.
 */
export const matchUntil = (query: LookUpQuery, reply: Reply): number => {
  const { lostUntil } = query
  if (!lostUntil) return Number.POSITIVE_INFINITY
  return Math.max(lostUntil.getTime(), byTheirClock(lostUntil, query, reply)) + AHEAD_MS_MAX
}

/** Clocks are compared by whole seconds, and an answer takes time. */
const EDGE_MS = 2_000

/**
 * Whether something of this time, in milliseconds by the network's clock, appeared in lost time. Narrower than what may match: what nobody
 * knows keeps posts back, and what was posted a minute earlier is known.
 */
export const isOfLostTime = (query: LookUpQuery, reply: Reply) => {
  const { lostFrom, lostUntil } = query
  if (!lostFrom || !lostUntil) return () => false
  const [from, until] = [byTheirClock(lostFrom, query, reply), byTheirClock(lostUntil, query, reply)]
  return (time: number): boolean => time >= from - EDGE_MS && time <= until + EDGE_MS
}

/** Not there, and what else appeared on the account in lost time. */
export const absent = (others: readonly SeenPost[]): LookUpResult => ({
  kind: 'absent',
  ...(others.length > 0 ? { others } : {}),
})

/** What the network's clock showed at an instant of ours. */
const byTheirClock = (ours: Date, { askedAt }: LookUpQuery, reply: Reply): number =>
  askedAt && reply.kind === 'answered'
    ? answeredAt(reply) - (askedAt.getTime() - ours.getTime())
    : ours.getTime()

/** How well a post of the account fits: by an id of its own upload, by all its content, or only by what many posts have in common. */
export type Match = 'own_id' | 'content' | 'alike' | 'other'
