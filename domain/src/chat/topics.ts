import type { NotifyingEventType } from '#domain/kernel/live-events.ts'

/** What a channel can be told of, chosen together. `isForClients`: a channel that a client reads may be told as well. */
export const chatTopics = {
  sent_for_approval: { name: 'Sent for approval', isForClients: true },
  decided: { name: 'Approved, or an approval taken back', isForClients: true },
  revision_requested: { name: 'A revision was requested', isForClients: true },
  talk: { name: 'Questions, answers and notes', isForClients: true },
  published: { name: 'Published', isForClients: true },
  trouble: { name: 'Failed, overdue or in danger; an account to reconnect', isForClients: false },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly isForClients: boolean }>>
export type ChatTopic = keyof typeof chatTopics

export const chatTopicNames = Object.keys(chatTopics) as [ChatTopic, ...ChatTopic[]]

type Wording = {
  readonly topics: readonly ChatTopic[]
  /** After the name of the person who did it, about one post and about `{n}`. Left out where Galley does it. */
  readonly done?: readonly [one: string, several: string]
  /** Without a name. */
  readonly happened: readonly [one: string, several: string]
}

const trouble = (one: string, several: string): Wording => ({
  topics: ['trouble'],
  happened: [one, several],
})

/** What a channel is told of, in words (docs/product/chat.md "What is told"). Reminders and invitations are for one person each. */
export const chatEvents = {
  'approval.started': {
    topics: ['sent_for_approval'],
    done: ['sent a post for approval', 'sent {n} posts for approval'],
    happened: ['A post was sent for approval', '{n} posts were sent for approval'],
  },
  'approval.round_approved': {
    topics: ['sent_for_approval', 'decided'],
    done: [
      'approved a post internally: the client decides now',
      'approved {n} posts internally: the client decides now',
    ],
    // The way a client is told: who approved internally is not theirs to know.
    happened: ['A post is waiting for your approval', '{n} posts are waiting for your approval'],
  },
  'approval.approved': {
    topics: ['decided'],
    done: ['approved a post', 'approved {n} posts'],
    happened: ['A post was approved', '{n} posts were approved'],
  },
  'approval.unapproved': {
    topics: ['decided'],
    done: ['took the approval of a post back', 'took the approval of {n} posts back'],
    happened: ['The approval of a post was taken back', 'The approval of {n} posts was taken back'],
  },
  'approval.revision_requested': {
    topics: ['revision_requested'],
    done: ['requested a revision of a post', 'requested a revision of {n} posts'],
    happened: ['A revision of a post was requested', 'A revision of {n} posts was requested'],
  },
  'approval.question_asked': {
    topics: ['talk'],
    done: ['asked a question about a post', 'asked questions about {n} posts'],
    happened: ['A question about a post was asked', 'Questions about {n} posts were asked'],
  },
  'approval.question_answered': {
    topics: ['talk'],
    done: ['answered a question about a post', 'answered questions about {n} posts'],
    happened: ['A question about a post was answered', 'Questions about {n} posts were answered'],
  },
  'note.created': {
    topics: ['talk'],
    done: ['wrote a note on a post', 'wrote notes on {n} posts'],
    happened: ['A note was written on a post', 'Notes were written on {n} posts'],
  },
  'post_social.published': {
    topics: ['published'],
    happened: ['A post was published', '{n} posts were published'],
  },
  'post_social.publishing_failed': trouble(
    'A post could not be published',
    '{n} posts could not be published',
  ),
  'post_social.manual_publish_due': trouble(
    'A post is to be published by hand',
    '{n} posts are to be published by hand',
  ),
  'post_social.first_comment_failed': trouble(
    'A post is live, but its first comment could not be added',
    '{n} posts are live, but their first comments could not be added',
  ),
  'post_social.endangered': trouble(
    'A post will not go out in ten minutes, as things stand',
    '{n} posts will not go out in ten minutes, as things stand',
  ),
  'post.overdue': trouble('A post is overdue', '{n} posts are overdue'),
  'approval.deadline_passed': trouble(
    'A post was not approved by its deadline',
    '{n} posts were not approved by their deadline',
  ),
  'social_account.expiring': trouble(
    'A social account needs to be reconnected',
    '{n} social accounts need to be reconnected',
  ),
  'social_account.needs_reconnecting': trouble(
    'A social account needs to be reconnected',
    '{n} social accounts need to be reconnected',
  ),
} as const satisfies Partial<Record<NotifyingEventType, Wording>>
export type ChatEventType = keyof typeof chatEvents

export const isChatEvent = (type: string): type is ChatEventType => Object.hasOwn(chatEvents, type)

/** `Nora Price approved 27 posts`; without a name, what happened. */
export const chatSentence = (type: ChatEventType, actorName: string | null, count: number): string => {
  const { done, happened }: Wording = chatEvents[type]
  const form = count === 1 ? 0 : 1
  const sentence = actorName === null || !done ? happened[form] : `${actorName} ${done[form]}`
  return sentence.replace('{n}', String(count))
}
