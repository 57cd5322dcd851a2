import type { PostType, Problem, ProblemCode, SocialNetwork } from '#domain/networks/model.ts'
import { type PostSocialStatus, pending } from '#domain/posts/status.ts'
import { isOverdue, MISSED_WINDOW_MINUTES } from '#domain/schedules/timing.ts'
import { type DueDecision, dueDecision, isSentByGalley } from './due-decision.ts'
import { type OutlookCode, type Risk, risks } from './outlook-codes.ts'
import { postsTakenText } from './posts-taken.ts'
import { type AccountFacts, accountObstacle, isPublishedType, sendObstacle } from './send-obstacle.ts'
import type { PublicationStatus } from './status.ts'

/**
 * One reason. `until`: by when somebody has to have acted; of `limit` and `delayed`, when Galley tries next; null: at once, or nobody
 * knows.
 */
export type OutlookReason = {
  readonly code: OutlookCode
  readonly risk: Exclude<Risk, 'green'>
  readonly until: Date | null
  /** Of `network_rule`: which, in the words of the editor. Of `too_many`: how many the network takes. */
  readonly detail?: string
}

/** A publication that has not ended. */
export type OpenPublication = {
  readonly status: PublicationStatus
  readonly dueAt: Date
  /** The network refused or delayed it at the last attempt. */
  readonly isDelayed: boolean
  readonly runAt: Date
}

/** What is known of a version on one network: the facts that the publisher decides by, and those that it will meet at the due time. */
export type OutlookFacts = {
  readonly network: SocialNetwork
  readonly type: PostType
  readonly status: PostSocialStatus
  /** Null: it has no schedule. */
  readonly dueAt: Date | null
  readonly isAutoposting: boolean
  /** The due time has been acted on; it never is a second time. */
  readonly isReleased: boolean
  readonly bypass: boolean
  readonly internalApproved: boolean
  /** The content is what was approved or cleared, and with an open publication what that began with. */
  readonly digestMatches: boolean
  /** When the open round should be decided; null: none is open. */
  readonly decideBy: Date | null
  readonly problems: readonly Problem[]
  readonly account: (AccountFacts & { readonly expiresAt: Date | null; readonly isRenewable: boolean }) | null
  /** A pause of the client or the agency, or another hold; null: neither. */
  readonly heldBy: 'paused' | 'held' | null
  /** When the schedules of its agency stop going out, or stopped; null: that is not in sight. */
  readonly agencyStopsAt: Date | null
  /** As many posts of its account are planned before it as the network takes in that time. */
  readonly isBeyondLimit: boolean
  /** Until when its account or app takes no calls; null: it takes them. */
  readonly limitUntil: Date | null
  readonly publication: OpenPublication | null
}

const MINUTE = 60_000
/** More broken rules of one version are counted. */
const DETAILS_MAX = 2

type Known = { readonly facts: OutlookFacts; readonly now: Date; readonly decision: DueDecision }
type Found = Omit<OutlookReason, 'code'>
export type OutlookRule = { readonly code: OutlookCode; readonly of: (known: Known) => Found | null }

const red: Found = { risk: 'red', until: null }
const amber = (until: Date | null): Found => ({ risk: 'amber', until })

/** What the due time will do, or does now if it has passed: the publisher's own decision. */
const decisionOf = (facts: OutlookFacts, now: Date): DueDecision => {
  const { dueAt, network, type } = facts
  if (dueAt === null) return 'nothing'
  const atDueTime = {
    ...facts,
    isAutoposting: isSentByGalley(facts.isAutoposting, network, type),
    // What came due in a pause is asked about however late it is.
    latenessMinutes: facts.heldBy === 'paused' ? 0 : Math.max(0, now.getTime() - dueAt.getTime()) / MINUTE,
  }
  const first = dueDecision(atDueTime)
  // As the publisher does: it approves what the client has not answered, and then decides again.
  return first === 'approve_by_system_first'
    ? dueDecision({ ...atDueTime, status: 'approved', digestMatches: true })
    : first
}

const isDone = ({ status }: OutlookFacts) => status === 'live' || status === 'deleted'

/** What is being sent can no longer be stopped, and nothing about the account or content changes that. */
const isUnderWay = ({ publication }: OutlookFacts) =>
  publication !== null && publication.status !== 'queued' && publication.status !== 'preparing'

/** What still has to pass the checks before sending. */
const isToBeSent = (facts: OutlookFacts) => !isDone(facts) && !isUnderWay(facts)

/** The last moment for somebody to act; null: it has passed. */
const beforeDue = ({ facts: { dueAt }, now }: Known): Date | null =>
  dueAt !== null && dueAt > now ? dueAt : null

const isPast = ({ facts: { dueAt }, now }: Known) => dueAt !== null && dueAt <= now

const isWaiting = ({ status }: OutlookFacts) => (pending as readonly PostSocialStatus[]).includes(status)
const isSentBack = ({ status }: OutlookFacts) => status === 'requires_revision' || status === 'unapproved'

/** Not cleared, and its time is still to come: `found` says what of it is missing. */
const notCleared =
  (found: (known: Known) => Found | null): OutlookRule['of'] =>
  known =>
    known.decision === 'overdue' && !isPast(known) ? found(known) : null

const accountRule = (code: 'network_not_connected' | 'other_account' | 'reconnect_needed'): OutlookRule => ({
  code,
  of: ({ facts }) => (isToBeSent(facts) && accountObstacle(facts.account) === code ? red : null),
})

const holdRule = (code: 'held' | 'paused'): OutlookRule => ({
  code,
  of: ({ facts }) => (facts.heldBy === code && isToBeSent(facts) ? red : null),
})

const sendFacts = (facts: OutlookFacts) => ({ ...facts, isGone: false })

const isTooLateToSend = ({ facts: { publication }, now }: Known) =>
  publication?.status === 'queued' &&
  now.getTime() > publication.dueAt.getTime() + MISSED_WINDOW_MINUTES * MINUTE

/** Problems with files that end by themselves or by an upload; all others break a rule of the network. */
const fileProblems: readonly ProblemCode[] = ['files_awaited', 'video_converting', 'files_copying']

/** Each once; more are counted. None of them has a name or text of somebody else's. */
const detailOf = (problems: readonly Problem[]): string => {
  const texts = [...new Set(problems.map(({ text }) => text.replace(/\.$/, '')))]
  const more = texts.length - DETAILS_MAX
  return (more > 1 ? [...texts.slice(0, DETAILS_MAX), `and ${more} other problems`] : texts).join('; ')
}

const problemRule = (code: 'files' | 'network_rule'): OutlookRule => ({
  code,
  of: known => {
    const { facts } = known
    if (!isToBeSent(facts)) return null
    const found = facts.problems.filter(one => fileProblems.includes(one.code) === (code === 'files'))
    if (found.length === 0) return null
    const reason = amber(beforeDue(known))
    return code === 'files' ? reason : { ...reason, detail: detailOf(found) }
  },
})

const stopsBefore = ({ facts, now }: Known): Date | null => {
  const { agencyStopsAt: stops, dueAt, publication } = facts
  if (stops === null || publication !== null || isDone(facts)) return null
  return stops <= (dueAt !== null && dueAt > now ? dueAt : now) ? stops : null
}

/** Access that nobody has refused yet, and that ends before the post's time without being renewed. */
const accessEnd = ({ facts, now }: Known): Date | null => {
  const { account, dueAt } = facts
  const end = account?.expiresAt
  if (!account || !end || !isToBeSent(facts) || accountObstacle(account) !== null) return null
  if (account.isRenewable && end > now) return null
  return end <= (dueAt !== null && dueAt > now ? dueAt : now) ? end : null
}

/**
 * In the order in which people read them. Each asks what the publisher asks, by the same functions (docs/publishing.md); none is a rule of
 * the board's own.
 */
export const outlookRules: readonly OutlookRule[] = [
  { code: 'failed', of: ({ facts }) => (facts.status === 'publishing_failed' ? red : null) },
  {
    code: 'overdue',
    of: known =>
      known.decision !== 'nothing' &&
      (known.facts.isReleased || (known.decision === 'overdue' && isPast(known)))
        ? red
        : null,
  },
  {
    code: 'missed_window',
    of: known => (known.decision === 'missed_window' || isTooLateToSend(known) ? red : null),
  },
  {
    code: 'content_changed',
    of: ({ facts, decision }) =>
      decision === 'content_changed' ||
      (facts.status === 'on_publishing' &&
        isToBeSent(facts) &&
        sendObstacle(sendFacts(facts)) === 'content_changed')
        ? red
        : null,
  },
  accountRule('network_not_connected'),
  accountRule('other_account'),
  accountRule('reconnect_needed'),
  {
    code: 'not_supported',
    of: ({ facts, decision }) =>
      (decision === 'publish' || (facts.status === 'on_publishing' && isToBeSent(facts))) &&
      !isPublishedType(facts.network, facts.type)
        ? red
        : null,
  },
  holdRule('held'),
  holdRule('paused'),
  {
    code: 'agency_stopped',
    of: known => {
      const stops = stopsBefore(known)
      if (stops === null) return null
      return stops <= known.now ? red : amber(stops)
    },
  },
  {
    code: 'no_schedule',
    of: ({ facts }) => (facts.dueAt === null && facts.publication === null && !isDone(facts) ? red : null),
  },
  {
    code: 'waits_for_approval',
    of: notCleared(known => {
      const { facts, now } = known
      if (!isWaiting(facts)) return null
      const by = facts.decideBy ?? facts.dueAt
      return by !== null && by > now ? amber(by) : { risk: 'red', until: beforeDue(known) }
    }),
  },
  { code: 'sent_back', of: notCleared(known => (isSentBack(known.facts) ? amber(beforeDue(known)) : null)) },
  {
    code: 'not_sent',
    of: notCleared(known =>
      isWaiting(known.facts) || isSentBack(known.facts) ? null : amber(beforeDue(known)),
    ),
  },
  {
    code: 'by_hand',
    of: known => {
      const { facts, now, decision } = known
      if (facts.status === 'pending_publish')
        return facts.dueAt !== null && isOverdue(facts.dueAt, now) ? red : amber(facts.dueAt)
      return decision === 'manual_publish_due' ? amber(facts.dueAt) : null
    },
  },
  {
    code: 'access_ends',
    of: known => {
      const end = accessEnd(known)
      if (end === null) return null
      return amber(end > known.now ? end : beforeDue(known))
    },
  },
  problemRule('files'),
  problemRule('network_rule'),
  {
    code: 'too_many',
    of: known => {
      const { facts } = known
      const isSent = isToBeSent(facts) && isSentByGalley(facts.isAutoposting, facts.network, facts.type)
      return isSent && facts.isBeyondLimit
        ? { ...amber(beforeDue(known)), detail: postsTakenText(facts.network) }
        : null
    },
  },
  {
    code: 'limit',
    of: ({ facts, now, decision }) => {
      const { limitUntil, dueAt, publication } = facts
      const from = dueAt !== null && dueAt > now ? dueAt : now
      const isNext = decision === 'publish' || (publication !== null && isToBeSent(facts))
      return isNext && limitUntil !== null && limitUntil > from ? amber(limitUntil) : null
    },
  },
  {
    code: 'delayed',
    of: ({ facts: { publication } }) =>
      publication && (publication.isDelayed || publication.status === 'unknown')
        ? amber(publication.runAt)
        : null,
  },
]

export type Outlook = { readonly risk: Risk; readonly reasons: readonly OutlookReason[] }

/** Whether a version will go out, with every reason why not, the red ones first. `rules`: for tests, fewer than there are. */
export const outlookOf = (
  facts: OutlookFacts,
  now: Date,
  rules: readonly OutlookRule[] = outlookRules,
): Outlook => {
  const known = { facts, now, decision: decisionOf(facts, now) }
  const found = rules.flatMap(({ code, of }): OutlookReason[] => {
    const one = of(known)
    return one ? [{ code, ...one }] : []
  })
  const reasons = found.toSorted((a, b) => risks.indexOf(a.risk) - risks.indexOf(b.risk))
  return { risk: reasons[0]?.risk ?? 'green', reasons }
}
