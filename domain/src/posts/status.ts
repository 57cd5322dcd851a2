import { type EventOf, lifecycle, statesBefore } from '#domain/kernel/lifecycle.ts'
import type { Role } from '#domain/permissions/table.ts'

/** A post social's status: the truth (docs/product/posts.md "Statuses"). */
export const postSocialStatuses = [
  'temporary_draft',
  'draft',
  'pending_internal_approval',
  'pending_external_approval',
  'pending_approval',
  'approved',
  'unapproved',
  'requires_revision',
  'skip_approved',
  'scheduled',
  'pending_publish',
  'on_publishing',
  'live',
  'publishing_failed',
  'deleted',
] as const
export type PostSocialStatus = (typeof postSocialStatuses)[number]
/** The statuses that a row can have; `deleted` is only shown. */
export type StoredStatus = Exclude<PostSocialStatus, 'deleted'>

/** A post's status: always computed from its post socials, never set (see `postStatus`). */
export const postStatuses = [
  'temporary_draft',
  'draft',
  'pending_approval',
  'requires_revision',
  'pending_publish',
  'scheduled',
  'live',
  'deleted',
  'on_publishing',
  'publishing_failed',
] as const
export type PostStatus = (typeof postStatuses)[number]

const unsent = ['temporary_draft', 'draft', 'requires_revision', 'unapproved'] as const
export const pending = ['pending_internal_approval', 'pending_external_approval'] as const
export const cleared = ['approved', 'scheduled'] as const

/**
 * The lifecycle of a post social. No event leads to `pending_approval` and `skip_approved`, which are only names on the wire;
 * `deleted` is shown from `deleted_at`, so that undoing a deletion brings the former status back.
 */
export const postSocialLifecycle = lifecycle({
  name: 'post social',
  table: 'post_socials',
  states: postSocialStatuses,
  initial: ['temporary_draft', 'draft'],
  events: {
    saved_as_draft: { from: ['temporary_draft'], to: 'draft' },
    internal_round_started: { from: unsent, to: 'pending_internal_approval' },
    external_round_started: {
      from: [...unsent, 'pending_internal_approval', 'approved'],
      to: 'pending_external_approval',
    },
    approved: { from: pending, to: 'approved' },
    revision_requested: { from: [...pending, 'approved'], to: 'requires_revision' },
    unapproved: { from: ['approved'], to: 'unapproved' },
    /** The content was changed after approval by someone who may not approve the reopened round. */
    internal_round_reopened: {
      from: ['approved', 'pending_external_approval'],
      to: 'pending_internal_approval',
    },
    /** From a later step of the client back to an earlier one as well. */
    external_round_reopened: {
      from: ['approved', 'pending_external_approval'],
      to: 'pending_external_approval',
    },
    approval_skipped: { from: [...unsent, ...pending], to: 'scheduled' },
    /** A skipped post whose schedule is removed, or which is edited by someone who may not skip. */
    clearance_withdrawn: { from: ['scheduled'], to: 'draft' },
    /** Due, cleared, and autoposting is off. */
    manual_publish_due: { from: cleared, to: 'pending_publish' },
    /** A new time for a post that waited for a person or failed: it is cleared again. */
    approved_rescheduled: { from: ['pending_publish', 'publishing_failed'], to: 'approved' },
    skipped_rescheduled: { from: ['pending_publish', 'publishing_failed'], to: 'scheduled' },
    publishing_started: { from: [...cleared, 'pending_publish', 'publishing_failed'], to: 'on_publishing' },
    /** Publish by an admin: also posts that nobody has approved (docs/product/publishing.md "Publish now"). */
    publishing_started_by_admin: {
      from: [...unsent, ...pending, ...cleared, 'pending_publish', 'publishing_failed'],
      to: 'on_publishing',
    },
    published: { from: ['on_publishing'], to: 'live' },
    publishing_failed: { from: ['on_publishing', ...cleared], to: 'publishing_failed' },
    /** Unconfirmed, and a person has seen it on the account ("It is live"). */
    confirmed_live: { from: ['publishing_failed'], to: 'live' },
    /** A change before anything was sent wins: back to the former status (`publishing_failed` by the event of that name). */
    withdrawn_to_approved: { from: ['on_publishing'], to: 'approved' },
    withdrawn_to_scheduled: { from: ['on_publishing'], to: 'scheduled' },
    withdrawn_to_pending_publish: { from: ['on_publishing'], to: 'pending_publish' },
    withdrawn_to_draft: { from: ['on_publishing'], to: 'draft' },
    /** Sending it for approval was undone at once: back to the former status (docs/product/approvals.md "Undoing a sending"). */
    sending_undone_to_temporary_draft: { from: pending, to: 'temporary_draft' },
    sending_undone_to_draft: { from: pending, to: 'draft' },
    sending_undone_to_requires_revision: { from: pending, to: 'requires_revision' },
    sending_undone_to_unapproved: { from: pending, to: 'unapproved' },
  },
})

/** What happens to a post social. */
export type PostSocialEvent = EventOf<typeof postSocialLifecycle>

/** The first matching row wins, so that a post shows the status that needs a person most. */
const postStatusRows: readonly { readonly some: readonly PostSocialStatus[]; readonly is: PostStatus }[] = [
  { some: ['on_publishing'], is: 'on_publishing' },
  { some: ['publishing_failed'], is: 'publishing_failed' },
  { some: ['requires_revision', 'unapproved'], is: 'requires_revision' },
  { some: [...pending, 'pending_approval'], is: 'pending_approval' },
  { some: ['temporary_draft'], is: 'temporary_draft' },
  { some: ['draft'], is: 'draft' },
  { some: ['pending_publish'], is: 'pending_publish' },
  { some: ['approved', 'scheduled', 'skip_approved'], is: 'scheduled' },
  { some: ['live'], is: 'live' },
]

/** The post's status from the statuses of its post socials (docs/product/posts.md "Post status"). */
export const postStatus = (statuses: readonly PostSocialStatus[]): PostStatus => {
  const present = statuses.filter(status => status !== 'deleted')
  if (present.length === 0) return 'deleted'
  return postStatusRows.find(row => present.some(status => row.some.includes(status)))?.is ?? 'draft'
}

/**
 * The one badge of a post in lists and in the calendar: the one that all its versions share, or else that of the post's status.
 * A fully approved post so reads "Approved", which the post's own enum cannot say.
 */
export const badgeStatus = (statuses: readonly PostSocialStatus[]): PostSocialStatus | PostStatus => {
  const [first, ...rest] = statuses
  return first !== undefined && rest.every(status => status === first) ? first : postStatus(statuses)
}

/**
 * How an approval list reads a post social's status (docs/product/approvals.md "Approval list"): null
 * means that the status reads as it is.
 */
export const approvalReading = (
  status: PostSocialStatus,
  role: Role,
): 'pending_approval' | 'approved' | null => {
  if (status === 'pending_internal_approval') return 'pending_approval'
  if (status === 'pending_external_approval')
    return role === 'agency-admin' || role === 'super-admin' || role === 'internal-approver'
      ? 'approved'
      : 'pending_approval'
  if (['pending_publish', 'scheduled', 'live', 'on_publishing'].includes(status)) return 'approved'
  return null
}

/** Statuses an external approver does not see at all (docs/product/posts.md "Who sees it"). */
export const hiddenFromClients: readonly PostSocialStatus[] = [
  'temporary_draft',
  'draft',
  'pending_internal_approval',
]

/** Statuses of what came back from a round: a client sees it only if it came back from theirs. */
export const sentBackStatuses: readonly PostSocialStatus[] = ['requires_revision', 'unapproved']

/**
 * Whether a person of this role sees a post social; `null` is the product itself, which sees all. `sent_back_in`: the round from which it
 * last came back, null where that is not known (docs/product/posts.md "Who sees it").
 */
export const isVisibleTo = (
  social: { readonly status: PostSocialStatus; readonly sent_back_in: ApprovalType | null },
  role: Role | null,
): boolean => {
  if (role !== 'external-approver') return true
  if (sentBackStatuses.includes(social.status)) return social.sent_back_in === 'external'
  return !hiddenFromClients.includes(social.status)
}

/** Statuses in which nothing is published at the due time, since a person still has to act (docs/product/publishing.md "At the due time"). */
export const heldBack: readonly PostSocialStatus[] = [...unsent, ...pending, 'pending_approval']

/**
 * Statuses in which a post whose time has passed was not published and will not be by itself: those held back, and those cleared only after
 * their time. A post that was never saved has a time from the start, and nobody waits for it (decision 46). (docs/product/schedules.md
 * "Overdue")
 */
export const overdueStatuses: readonly PostSocialStatus[] = [...heldBack, ...cleared].filter(
  status => status !== 'temporary_draft',
)

/** Statuses before approval: not sent yet, or sent back to its authors. */
export const unsentStatuses: readonly PostSocialStatus[] = statesBefore(
  postSocialLifecycle,
  'internal_round_started',
)

/** Whether a post has a version that can be sent for approval, and none that is being published. */
export const isSendable = (socials: readonly { readonly status: PostSocialStatus }[]): boolean =>
  socials.some(({ status }) => unsentStatuses.includes(status)) &&
  socials.every(({ status }) => status !== 'on_publishing')

const closedVersionStatuses: readonly PostSocialStatus[] = ['live', 'on_publishing', 'deleted']

/** Whether a version can no longer be edited, because it is published, being published or gone. */
export const isClosedVersion = (status: PostSocialStatus): boolean => closedVersionStatuses.includes(status)

/** A post may be edited, or removed by some roles, unless it is one of these (docs/product/posts.md "Buttons"). */
const closedPostStatuses: readonly PostStatus[] = ['live', 'deleted', 'on_publishing']

/** How many days a post is kept that was never saved as a draft, after the last change (docs/product/posts.md "Leaving"). */
export const UNSAVED_DAYS = 7

/** Whether nothing of a post was ever saved as a draft. */
export const isNeverSaved = (post: {
  readonly post_socials: readonly { readonly status: PostSocialStatus }[]
}): boolean => post.post_socials.every(({ status }) => status === 'temporary_draft')

/** Whether a post of this status may be edited or removed at all; who may do so is in the permission table. */
export const isOpenPost = (status: PostStatus): boolean => !closedPostStatuses.includes(status)

/** The badge of each status, with its colour token. Fixed wording (docs/product/posts.md "Badges"). */
export const badges: Readonly<
  Record<PostSocialStatus, { readonly text: string; readonly tone: StatusTone }>
> = {
  // Not "Not saved": what is written in it is saved.
  temporary_draft: { text: 'New', tone: 'grey' },
  draft: { text: 'Draft', tone: 'grey' },
  requires_revision: { text: 'Waiting for fixes', tone: 'amber' },
  unapproved: { text: 'Waiting for fixes', tone: 'amber' },
  pending_approval: { text: 'Sent for Approval', tone: 'violet' },
  pending_internal_approval: { text: 'Sent for Approval', tone: 'violet' },
  pending_external_approval: { text: 'Sent for Approval', tone: 'violet' },
  approved: { text: 'Approved', tone: 'green' },
  skip_approved: { text: 'Scheduled', tone: 'blue' },
  scheduled: { text: 'Scheduled', tone: 'blue' },
  pending_publish: { text: 'Pending manual publish', tone: 'teal' },
  on_publishing: { text: 'Publishing', tone: 'indigo' },
  live: { text: 'Live', tone: 'navy' },
  publishing_failed: { text: 'Publishing Failed', tone: 'red' },
  deleted: { text: 'Deleted', tone: 'grey' },
}
export type StatusTone = 'grey' | 'amber' | 'violet' | 'green' | 'blue' | 'teal' | 'indigo' | 'navy' | 'red'

/**
 * The state of a live post's first comment. `none`: there is none to add, or the post is not live yet; `pending`: it is being added, even
 * if an answer was lost; `failed`: a person may retry it.
 */
export const firstCommentStatuses = ['none', 'pending', 'added', 'failed'] as const
export type FirstCommentStatus = (typeof firstCommentStatuses)[number]

/** The lifecycle of a first comment, which begins when its post is live. */
export const firstCommentLifecycle = lifecycle({
  name: 'first comment',
  table: 'post_socials',
  column: 'first_comment_status',
  states: firstCommentStatuses,
  initial: ['none', 'pending'],
  events: {
    /** Also one that was given up: a worker that was slow may report that it arrived. */
    added: { from: ['pending', 'failed'], to: 'added' },
    given_up: { from: ['pending'], to: 'failed' },
    retried: { from: ['failed'], to: 'pending' },
  },
})

/** Internal first, then external (docs/product/approvals.md "Rounds"). */
export const approvalTypes = ['internal', 'external'] as const
export type ApprovalType = (typeof approvalTypes)[number]

export const approvalStatuses = [
  'open',
  'approved',
  'revision_requested',
  'unapproved',
  'superseded',
] as const

/** An approval round's status. `superseded`: the post was skipped, published by an admin or deleted while the round was open. */
export type ApprovalStatus = (typeof approvalStatuses)[number]

/**
 * Whether a post without a schedule waits for one, by the statuses of its versions: it was saved, and is neither live nor being published.
 * (docs/product/calendar.md "Unscheduled posts")
 */
export const isUnscheduled = (statuses: readonly PostSocialStatus[]): boolean =>
  !statuses.includes('on_publishing') &&
  statuses.some(status => status !== 'temporary_draft' && status !== 'live')
