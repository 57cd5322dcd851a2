import { phrase, type Say, sayInEnglish } from '#domain/kernel/languages/words.ts'
import type { AgencyKind, NotificationKind, ProjectKind } from './kinds.ts'

/** What happened, with the name of the person who did it: `Ada Dale asked for your approval`. What clients can be told is in the catalogues. */
const doneBy: Readonly<Record<ProjectKind, string>> = {
  invitation: phrase('{name} added you to the project'),
  reconnecting: '{name} needs to be reconnected',
  sent_for_approval: phrase('{name} asked for your approval'),
  approved: '{name} approved the post',
  unapproved: '{name} took the approval back',
  revision_requested: phrase('{name} requested a revision'),
  question: phrase('{name} asked you a question'),
  answer: phrase('{name} answered a question'),
  note: phrase('{name} wrote a note'),
  published: '{name} published the post',
  publishing_failed: '{name} could not publish the post',
  manual_publish_due: '{name} is waiting for you to publish the post',
  first_comment_failed: '{name} could not add the first comment',
  endangered: '{name} will not be able to publish the post at its time',
  overdue: '{name} could not publish the post in time',
  approval_reminder: phrase('{name} reminded you of a post that is waiting for your approval'),
  correction_reminder: '{name} reminded you of a post to correct',
  draft_reminder: '{name} reminded you of a draft to send',
  approval_late: '{name} missed the approval deadline',
}

/** The same without a name. */
const happened: Readonly<Record<NotificationKind, string>> = {
  invitation: phrase('You were added to the project'),
  reconnecting: 'A social account needs to be reconnected',
  sent_for_approval: phrase('Is waiting for your approval'),
  approved: 'Was approved',
  unapproved: 'The approval was taken back',
  revision_requested: phrase('A revision was requested'),
  question: phrase('You were asked a question'),
  answer: phrase('A question was answered'),
  note: phrase('A note was written'),
  published: 'Was published',
  publishing_failed: 'Could not be published',
  manual_publish_due: 'Is ready for you to publish by hand',
  first_comment_failed: 'Is live, but its first comment could not be added',
  endangered: 'Will not go out at its time, as things stand',
  overdue: 'Is overdue: it was not published in time',
  approval_reminder: phrase('Is still waiting for your approval'),
  correction_reminder: 'Is still waiting for your correction',
  draft_reminder: 'Is still waiting for you to send it',
  approval_late: 'Was not approved by its deadline',
  trial_ending: 'The free trial ends soon',
  payment_failed: 'The payment did not go through',
  payment_to_confirm: 'Your bank asks you to confirm a payment',
  read_only: 'Is now read-only: a payment is missing',
  project_offered: 'You are offered a client',
}

/** A notification about a project, in one line, in the language of its reader. What only people of the agency are told is English. */
export const notificationTextIn = (say: Say, kind: ProjectKind, actorName: string | null): string =>
  actorName === null ? say(happened[kind]) : say(doneBy[kind], { name: actorName })

/** The same in English. (docs/product/notifications.md "In the app") */
export const notificationText = (kind: ProjectKind, actorName: string | null): string =>
  notificationTextIn(sayInEnglish, kind, actorName)

/** The same about an agency: what happens to a bill has no author. `offer`: the client that is offered, and by whom. */
export const agencyNotificationText = (
  kind: AgencyKind,
  offer?: { readonly project_name: string; readonly agency_name: string },
): string => (offer ? `${offer.agency_name} offers you the client ${offer.project_name}` : happened[kind])

/** The kinds of which a person may get many about different posts: `Nora approved 27 posts`, and without a name. */
const repeated: Readonly<Record<ProjectKind, readonly [doneBy: string, happened: string]>> = {
  invitation: ['added you to {n} projects', 'You were added to {n} projects'],
  reconnecting: ['{n} accounts need to be reconnected', '{n} accounts need to be reconnected'],
  sent_for_approval: ['asked for your approval of {n} posts', '{n} posts are waiting for your approval'],
  approved: ['approved {n} posts', '{n} posts were approved'],
  unapproved: ['took back the approval of {n} posts', 'The approval of {n} posts was taken back'],
  revision_requested: ['requested a revision of {n} posts', 'A revision of {n} posts was requested'],
  question: ['asked you about {n} posts', 'You were asked about {n} posts'],
  answer: ['answered questions about {n} posts', 'Questions about {n} posts were answered'],
  note: ['wrote notes on {n} posts', 'Notes were written on {n} posts'],
  published: ['published {n} posts', '{n} posts were published'],
  publishing_failed: ['could not publish {n} posts', '{n} posts could not be published'],
  manual_publish_due: [
    'is waiting for you to publish {n} posts',
    '{n} posts are ready for you to publish by hand',
  ],
  first_comment_failed: [
    'could not add the first comments of {n} posts',
    'The first comments of {n} posts could not be added',
  ],
  endangered: [
    'will not be able to publish {n} posts at their time',
    '{n} posts will not go out at their time, as things stand',
  ],
  overdue: ['could not publish {n} posts in time', '{n} posts are overdue: they were not published in time'],
  approval_reminder: [
    'reminded you of {n} posts that are waiting for your approval',
    '{n} posts are still waiting for your approval',
  ],
  correction_reminder: [
    'reminded you of {n} posts to correct',
    '{n} posts are still waiting for your correction',
  ],
  draft_reminder: ['reminded you of {n} drafts to send', '{n} drafts are still waiting for you to send them'],
  approval_late: [
    'missed the approval deadline of {n} posts',
    '{n} posts were not approved by their deadline',
  ],
}

/** The same about several posts, in one line. */
export const repeatedText = (kind: ProjectKind, actorName: string | null, count: number): string => {
  const [done, happened] = repeated[kind]
  return (actorName === null ? happened : `${actorName} ${done}`).replace('{n}', String(count))
}
