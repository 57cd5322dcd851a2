import { type ActivityEventType, type ActivityKind, isActionType } from '#domain/approvals/activity.ts'
import type { Activity } from '#domain/approvals/conversation-contract.ts'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
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
  'approval.message_edited': 'changed the message to the approvers',
  'approval.question_edited': 'changed a question',
  'approval.answer_edited': 'changed an answer',
  'approval.sending_undone': 'took back what had been sent for approval',
  'approval.reminded': 'reminded the approvers',
  'post_social.fix_reminded': 'reminded the writer',
  'post_social.draft_reminded': 'reminded the writer',
  'approval.deadline_passed': 'noted that it was not approved by its deadline',
  'post_social.publishing_started': 'started publishing',
  'post_social.manual_publish_due': 'noted that it has to be published by hand',
  'post_social.published': 'published the post',
  'post_social.publishing_failed': 'could not publish the post',
  'post_social.publishing_withdrawn': 'stopped publishing before anything was sent',
  'post_social.confirmed_live': 'confirmed that the post is live',
  'post_social.account_confirmed': 'confirmed that it goes out on the account that is connected now',
  'post_social.first_comment_added': 'added the first comment',
  'post_social.first_comment_failed': 'could not add the first comment',
  'post_social.first_comment_retried': 'tried the first comment again',
}

/** What happened, with the network where it is about one: `published the post on LinkedIn`. */
export const activityText = ({ type, round, social_network: network, ...activity }: Activity): string => {
  if (activity.restored_from) return 'restored an earlier version'
  const text = isActionType(type) ? actionText({ ...activity, type, round }) : texts[type]
  return network === null ? text : `${text} (${networkNames[network]})`
}

type Change = Activity['changes'][number]

/** Where an edit changed something, and those parts of which neither words nor numbers are shown: `Facebook, LinkedIn: mentions`. */
export const changeHeading = ({ social_networks, parts, text, first_comment, media }: Change): string => {
  const shown: Readonly<Record<string, unknown>> = { text, 'first comment': first_comment, media }
  const named = parts.filter(part => !shown[part])
  const networks = social_networks.map(network => networkNames[network]).join(', ')
  return named.length > 0 ? `${networks}: ${named.join(', ')}` : networks
}

const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

/** The number of files before and after an edit. */
export const mediaText = ({ before, after }: NonNullable<Change['media']>): string =>
  before === after
    ? `Media: ${files(after)}, replaced or in another order`
    : `Media: ${files(before)} → ${files(after)}`

type Time = NonNullable<NonNullable<Activity['schedule']>['after']>

/** A time of the schedule with its zone: `10 Jun 2026, 12:00 PM Europe - Berlin, autoposting`. */
export const scheduleText = (time: Time | null): string => {
  if (time === null) return 'not scheduled'
  const zone = time.timezone === null ? '' : ` ${timezoneLabel(time.timezone)}`
  return `${formatLocal(time, formats.dayTime)}${zone}, ${time.is_autoposting ? 'autoposting' : 'by hand'}`
}
