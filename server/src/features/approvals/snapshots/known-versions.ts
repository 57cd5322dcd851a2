import type { ApprovalActionType } from '#domain/approvals/status.ts'
import type { ReviewedContent, Snapshot } from './snapshots.ts'

/** The decisions after which a person is shown what has changed since. */
export const decisionTypes: readonly ApprovalActionType[] = [
  'approved',
  'approved_by_admin',
  'revision_requested',
  'unapproved',
]

/** What the person has decided about, oldest first. */
export const ownDecisions = (
  reviewed: readonly ReviewedContent[],
  person: { readonly userId: number },
): ReviewedContent[] =>
  reviewed.filter(({ createdBy, type }) => createdBy === person.userId && decisionTypes.includes(type))

/** An approval names all that it covers (decision 28); any other decision is about the version that was on the screen. */
const wasSeen = ({ type, decidedId, postSocialId }: ReviewedContent): boolean =>
  type === 'approved' || type === 'approved_by_admin' || decidedId === postSocialId

/**
 * The versions that say what they said when the person last decided about them, and that they saw then: these need not be looked at
 * again (decision 71). `decisions`: the person's own.
 */
export const knownVersions = (
  decisions: readonly ReviewedContent[],
  present: Snapshot,
): ReadonlySet<number> => {
  const last = new Map(decisions.map(({ postSocialId, digest }) => [postSocialId, digest]))
  return new Set(
    decisions
      .filter(wasSeen)
      .map(({ postSocialId, digest }) => ({ id: postSocialId, digest }))
      .filter(({ id, digest }) => last.get(id) === digest && present.get(id) === digest)
      .map(({ id }) => id),
  )
}
