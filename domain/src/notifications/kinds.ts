/** Everything that people are told about. (docs/product/notifications.md "Kinds") */
export const notificationKinds = [
  'sent_for_approval',
  'approved',
  'unapproved',
  'revision_requested',
  'question',
  'answer',
  'note',
  'published',
  'publishing_failed',
  'manual_publish_due',
  'overdue',
  'reconnecting',
] as const
export type NotificationKind = (typeof notificationKinds)[number]
