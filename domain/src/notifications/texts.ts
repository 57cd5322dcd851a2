import type { NotificationKind } from './kinds.ts'

/** What happened, after the name of whoever did it: `Ada Dale asked for your approval`. */
const doneBy: Readonly<Record<NotificationKind, string>> = {
  reconnecting: 'needs to be reconnected',
  sent_for_approval: 'asked for your approval',
  approved: 'approved the post',
  unapproved: 'took the approval back',
  revision_requested: 'requested a revision',
  question: 'asked you a question',
  answer: 'answered a question',
  note: 'wrote a note',
  published: 'published the post',
  publishing_failed: 'could not publish the post',
  manual_publish_due: 'waits for you to publish the post',
  overdue: 'could not publish the post in time',
  approval_reminder: 'reminded you of a post that waits for your approval',
  approval_late: 'missed the deadline of the approval',
}

/** The same without a name. */
const happened: Readonly<Record<NotificationKind, string>> = {
  reconnecting: 'A social account needs to be reconnected',
  sent_for_approval: 'Waits for your approval',
  approved: 'Was approved',
  unapproved: 'The approval was taken back',
  revision_requested: 'A revision was requested',
  question: 'You were asked a question',
  answer: 'A question was answered',
  note: 'A note was written',
  published: 'Was published',
  publishing_failed: 'Could not be published',
  manual_publish_due: 'Is to be published by hand now',
  overdue: 'Is overdue: it was not published in time',
  approval_reminder: 'Still waits for your approval',
  approval_late: 'Was not approved by its deadline',
}

/** What a person was told, in one line. (docs/product/notifications.md "In the app") */
export const notificationText = (kind: NotificationKind, actorName: string | null): string =>
  actorName === null ? happened[kind] : `${actorName} ${doneBy[kind]}`
