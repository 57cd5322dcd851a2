import { type ActivityEventType, type ActivityKind, isActionType } from '#domain/approvals/activity.ts'
import type { Activity } from '#domain/approvals/conversation-contract.ts'
import { networkNames } from '#domain/networks/names.ts'
import { actionText } from './action-words.ts'

export const kindNames: Readonly<Record<ActivityKind, string>> = {
  content: 'Content',
  schedule: 'Schedule',
  approval: 'Approval',
  publishing: 'Publishing',
}

/** Each event as the end of a sentence that starts with a person or with Galley. */
const texts: Readonly<Record<ActivityEventType, string>> = {
  'post.created': 'created the post',
  'post.saved': 'edited the post',
  'post.deleted': 'deleted the post',
  'post.restored': 'restored the post',
  'schedule.created': 'scheduled the post',
  'schedule.updated': 'changed the schedule',
  'schedule.deleted': 'took the post off the schedule',
  'post.overdue': 'noted that the post is overdue',
  'approval.checklist_ticked': 'worked on the checklist',
  'approval.revision_edited': 'changed a request for revision',
  'approval.sending_undone': 'took back what had been sent for approval',
  'post_social.publishing_started': 'started publishing',
  'post_social.manual_publish_due': 'noted that it has to be published by hand',
  'post_social.published': 'published the post',
  'post_social.publishing_failed': 'could not publish the post',
  'post_social.publishing_withdrawn': 'stopped publishing before anything was sent',
  'post_social.confirmed_live': 'confirmed that the post is live',
  'post_social.first_comment_added': 'added the first comment',
  'post_social.first_comment_failed': 'could not add the first comment',
  'post_social.first_comment_retried': 'tried the first comment again',
}

/** What happened, with the network where it is about one: `published the post on LinkedIn`. */
export const activityText = ({ type, round, social_network: network }: Activity): string => {
  const text = isActionType(type) ? actionText({ type, round: round ?? 'internal' }) : texts[type]
  return network === null ? text : `${text} (${networkNames[network]})`
}

/** What an edit changed: `Facebook: text, media`. */
export const changeTexts = ({ changes }: Pick<Activity, 'changes'>): string[] =>
  changes.map(({ social_network: network, parts }) => `${networkNames[network]}: ${parts.join(', ')}`)
