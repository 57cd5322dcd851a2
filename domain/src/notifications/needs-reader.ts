import type { NotificationKind } from './kinds.ts'

const needing: readonly NotificationKind[] = [
  ...(['sent_for_approval', 'approval_reminder', 'revision_requested', 'question'] as const),
  ...(['correction_reminder', 'draft_reminder'] as const),
  ...(['publishing_failed', 'manual_publish_due', 'first_comment_failed'] as const),
  ...(['endangered', 'overdue', 'reconnecting'] as const),
  ...(['payment_failed', 'payment_to_confirm', 'read_only', 'project_offered'] as const),
]

/** Whether something waits until its reader does it. */
export const needsReader = (kind: NotificationKind): boolean => needing.includes(kind)
