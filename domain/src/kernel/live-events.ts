import { z } from 'zod'
import { id } from './shapes.ts'

/** What happened, in the past tense; written in the transaction that did it, sent to open screens after the commit. */
export const eventTypes = [
  'post.created',
  'post.saved',
  'post.deleted',
  'post.restored',
  'post.campaign_changed',
  'media.conversion_changed',
  'media.replication_changed',
  'schedule.created',
  'schedule.updated',
  'schedule.deleted',
  'approval.started',
  'approval.sending_undone',
  'approval.round_approved',
  'approval.approved',
  'approval.revision_requested',
  'approval.unapproved',
  'approval.reopened',
  'approval.reminder_due',
  'approval.reminded',
  'approval.deadline_passed',
  'approval.skipped',
  'approval.checklist_ticked',
  'approval.question_asked',
  'approval.question_answered',
  'approval.revision_edited',
  'approval.message_edited',
  'approval.question_edited',
  'approval.answer_edited',
  'post_social.publishing_started',
  'post_social.manual_publish_due',
  'post_social.published',
  'post_social.publishing_failed',
  'post_social.publishing_withdrawn',
  'post_social.confirmed_live',
  'post_social.account_confirmed',
  'post_social.permalink_found',
  'post_social.first_comment_added',
  'post_social.first_comment_failed',
  'post_social.first_comment_retried',
  'post_social.endangered',
  'post_social.fix_reminded',
  'post_social.draft_reminded',
  'post.overdue',
  'note.created',
  'note.saved',
  'note.deleted',
  'day_label.created',
  'day_label.saved',
  'day_label.deleted',
  'day_label.restored',
  'campaign.created',
  'campaign.saved',
  'campaign.deleted',
  'campaign.restored',
  'hashtag_pool.created',
  'hashtag_pool.saved',
  'hashtag_pool.deleted',
  'hashtag_pool.restored',
  'bin.changed',
  'social_account.connected',
  'social_account.removed',
  'social_account.expiring',
  'social_account.needs_reconnecting',
  'project.changed',
  'project.setting_changed',
  'project.deleted',
  'member.added',
  'member.joined',
  'member.setting_changed',
  'member.removed',
  'admin.added',
  'admin.removed',
  'invitation.sent',
  'invitation.resent',
  'invitation.revoked',
  'invitation.accepted',
  'invitation.refused',
  'account.blocked',
  'account.unblocked',
] as const
export type EventType = (typeof eventTypes)[number]

/** Events of which somebody may be notified (docs/product/notifications.md "Who is told what"). */
export const notifyingEventTypes = [
  'approval.started',
  'approval.round_approved',
  'approval.approved',
  'approval.unapproved',
  'approval.revision_requested',
  'approval.reminder_due',
  'approval.reminded',
  'approval.deadline_passed',
  'approval.question_asked',
  'approval.question_answered',
  'note.created',
  'post_social.published',
  'post_social.publishing_failed',
  'post_social.manual_publish_due',
  'post_social.first_comment_failed',
  'post_social.endangered',
  'post_social.fix_reminded',
  'post_social.draft_reminded',
  'post.overdue',
  'social_account.expiring',
  'social_account.needs_reconnecting',
  'member.joined',
] as const satisfies readonly EventType[]
export type NotifyingEventType = (typeof notifyingEventTypes)[number]

/** What happens to a whole agency: to nothing of a project, so no page of one is woken by it (docs/product/notifications.md "Who is told what"). */
export const agencyEventTypes = [
  'subscription.trial_ending',
  'subscription.payment_failed',
  'subscription.payment_to_confirm',
  'subscription.read_only',
  /** To one admin, of a client of another agency. */
  'project.offered',
] as const
export type AgencyEventType = (typeof agencyEventTypes)[number]

export const isNotifying = (type: string): type is NotifyingEventType =>
  (notifyingEventTypes as readonly string[]).includes(type)

/**
 * What a live update carries over `GET /api/projects/{id}/events` (server-sent events): enough to know what to reload, never the content,
 * so that nobody learns more than their own calls would show them.
 */
export const liveEvent = z.strictObject({
  id,
  type: z.enum(eventTypes),
  project_id: id,
  post_id: id.nullable(),
  actor_id: id.nullable(),
})
export type LiveEvent = z.output<typeof liveEvent>

/**
 * The name of the message sent between the events when the listener's own access has changed, in this project or another: reload `me`.
 * It has no content.
 */
export const ACCESS_MESSAGE = 'access'

/** The name of the message sent when the listener has something new to read, or has read something elsewhere. It has no content. */
export const NOTIFIED_MESSAGE = 'notified'
