import type { Lifecycle } from '#domain/kernel/lifecycle.ts'
import { cleared, type PostSocialStatus, pending, postSocialStatuses, unsentStatuses } from './status.ts'

/**
 * The lifecycle of a post social. No event leads to `pending_approval` and `skip_approved`, which are only names on the wire;
 * `deleted` is shown from `deleted_at`, so that undoing a deletion brings the former status back.
 */
export const postSocialLifecycle: Lifecycle<PostSocialStatus, PostSocialEvent> = {
  name: 'post social',
  states: postSocialStatuses,
  initial: ['temporary_draft', 'draft'],
  events: {
    saved_as_draft: { from: ['temporary_draft'], to: 'draft' },
    internal_round_started: { from: unsentStatuses, to: 'pending_internal_approval' },
    external_round_started: {
      from: [...unsentStatuses, 'pending_internal_approval', 'approved'],
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
    external_round_reopened: { from: ['approved'], to: 'pending_external_approval' },
    approval_skipped: { from: [...unsentStatuses, ...pending], to: 'scheduled' },
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
      from: [...unsentStatuses, ...pending, ...cleared, 'pending_publish', 'publishing_failed'],
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
}

/** What happens to a post social. */
export type PostSocialEvent =
  | 'saved_as_draft'
  | 'internal_round_started'
  | 'external_round_started'
  | 'approved'
  | 'revision_requested'
  | 'unapproved'
  | 'internal_round_reopened'
  | 'external_round_reopened'
  | 'approval_skipped'
  | 'clearance_withdrawn'
  | 'manual_publish_due'
  | 'approved_rescheduled'
  | 'skipped_rescheduled'
  | 'publishing_started'
  | 'publishing_started_by_admin'
  | 'published'
  | 'publishing_failed'
  | 'confirmed_live'
  | 'withdrawn_to_approved'
  | 'withdrawn_to_scheduled'
  | 'withdrawn_to_pending_publish'
  | 'withdrawn_to_draft'
  | 'sending_undone_to_temporary_draft'
  | 'sending_undone_to_draft'
  | 'sending_undone_to_requires_revision'
  | 'sending_undone_to_unapproved'
