import type { EventType } from '#domain/kernel/live-events.ts'
import { type ApprovalActionType, approvalActionTypes } from './status.ts'

/** What the activity can be narrowed to (docs/product/approvals.md "Activity"). */
export const activityKinds = ['content', 'schedule', 'approval', 'publishing'] as const
export type ActivityKind = (typeof activityKinds)[number]

/** The events that the activity shows, by kind. What approvals record themselves comes from their history. */
const shownEvents = {
  content: ['post.created', 'post.saved', 'post.deleted', 'post.restored'],
  schedule: ['schedule.created', 'schedule.updated', 'schedule.deleted', 'post.overdue'],
  approval: [
    'approval.checklist_ticked',
    'approval.revision_edited',
    'approval.message_edited',
    'approval.question_edited',
    'approval.answer_edited',
    'approval.sending_undone',
    'approval.reminded',
    'post_social.fix_reminded',
    'post_social.draft_reminded',
    'approval.deadline_passed',
  ],
  publishing: [
    'post_social.publishing_started',
    'post_social.manual_publish_due',
    'post_social.published',
    'post_social.publishing_failed',
    'post_social.publishing_withdrawn',
    'post_social.confirmed_live',
    'post_social.account_confirmed',
    'post_social.first_comment_added',
    'post_social.first_comment_failed',
    'post_social.first_comment_retried',
  ],
} as const satisfies Record<ActivityKind, readonly EventType[]>

export type ActivityEventType = (typeof shownEvents)[ActivityKind][number]
export type ActivityType = ActivityEventType | ApprovalActionType

/** Everything that can stand in the activity. */
export const activityTypes: readonly ActivityType[] = [
  ...activityKinds.flatMap(kind => shownEvents[kind]),
  ...approvalActionTypes,
]

/** What a client reads besides the entries of external rounds: nothing of what the agency does with the post (decision 54). */
const clientEvents: readonly ActivityType[] = ['post_social.published', 'post_social.confirmed_live']

/** The types that a reader is shown of this kind, or of all. */
export const shownTypes = (
  kind: ActivityKind | undefined,
  { seesInternal }: { readonly seesInternal: boolean },
): ActivityType[] => {
  const ofKind = activityTypes.filter(type => kind === undefined || kindOf(type) === kind)
  return ofKind.filter(type => seesInternal || clientEvents.includes(type) || isActionType(type))
}

/** Whether it is an entry of the approval history. */
export const isActionType = (type: ActivityType): type is ApprovalActionType =>
  approvalActionTypes.some(action => action === type)

export const kindOf = (type: ActivityType): ActivityKind =>
  activityKinds.find(kind => (shownEvents[kind] as readonly ActivityType[]).includes(type)) ?? 'approval'

/** Entries of a page. */
export const ACTIVITY_PAGE = 30

type Entry = { readonly id: number; readonly post_social_id: number; readonly type: ApprovalActionType }

/**
 * Of the entries that a client may read, those that make sense to them: that the content is again what was approved says nothing to
 * somebody who was never told of a change. Any order.
 */
export const withoutUnseenRestores = <E extends Entry>(entries: readonly E[]): E[] => {
  const lastBefore = ({ id, post_social_id }: E, type: ApprovalActionType) =>
    Math.max(
      0,
      ...entries
        .filter(one => one.type === type && one.post_social_id === post_social_id && one.id < id)
        .map(one => one.id),
    )
  return entries.filter(
    one =>
      one.type !== 'approval_restored' ||
      lastBefore(one, 'content_changed') > lastBefore(one, 'approval_restored'),
  )
}
