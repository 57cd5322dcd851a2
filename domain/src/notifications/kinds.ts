import type { ChaseTask } from '#domain/publishing/chase-words.ts'

/** 1: about the person's account; 2: about one project. (docs/product/notifications.md "Kinds") */
export const notificationTypes = { account: 1, project: 2 } as const

/** When mails come: at once, every hour in one mail, or at times that the person chooses. (docs/product/notifications.md "Delivery") */
export const deliveryModes = { immediate: 1, hourly: 2, time_frame: 3 } as const
export type DeliveryName = keyof typeof deliveryModes
export type DeliveryMode = (typeof deliveryModes)[DeliveryName]

type Kind = {
  /** Part of addresses and stored settings: never changed, and never used for another kind. */
  readonly id: number
  readonly type: keyof typeof notificationTypes
  readonly name: string
  /** For people who have chosen nothing. What is lost by waiting an hour comes at once. Null: it has a mail of its own, which always comes. */
  readonly mode: DeliveryName | null
}

/** Everything that people are notified of. (docs/product/notifications.md "Kinds") */
export const kindDetails = {
  sent_for_approval: { id: 5, type: 'project', name: 'A post is waiting for my approval', mode: 'hourly' },
  approved: { id: 6, type: 'project', name: 'A post was approved', mode: 'hourly' },
  unapproved: { id: 7, type: 'project', name: 'An approval was taken back', mode: 'hourly' },
  revision_requested: { id: 8, type: 'project', name: 'A revision was requested', mode: 'hourly' },
  question: { id: 9, type: 'project', name: 'A question was asked', mode: 'hourly' },
  answer: { id: 10, type: 'project', name: 'A question was answered', mode: 'hourly' },
  note: { id: 11, type: 'project', name: 'A note was written', mode: 'hourly' },
  published: { id: 12, type: 'project', name: 'A post was published', mode: 'hourly' },
  publishing_failed: { id: 13, type: 'project', name: 'A post could not be published', mode: 'immediate' },
  manual_publish_due: {
    id: 14,
    type: 'project',
    name: 'A post is to be published by hand',
    mode: 'immediate',
  },
  first_comment_failed: {
    id: 20,
    type: 'project',
    name: 'A first comment could not be added',
    mode: 'immediate',
  },
  endangered: {
    id: 21,
    type: 'project',
    name: 'A post will not go out in ten minutes',
    mode: 'immediate',
  },
  overdue: { id: 15, type: 'project', name: 'A post is overdue', mode: 'immediate' },
  approval_reminder: {
    id: 16,
    type: 'project',
    name: 'A post is still waiting for my approval',
    mode: 'immediate',
  },
  correction_reminder: {
    id: 23,
    type: 'project',
    name: 'A post is still waiting for my correction',
    mode: 'immediate',
  },
  draft_reminder: {
    id: 24,
    type: 'project',
    name: 'A draft is still waiting for me to send it',
    mode: 'immediate',
  },
  approval_late: { id: 17, type: 'project', name: 'A post was not approved in time', mode: 'immediate' },
  invitation: { id: 1, type: 'account', name: 'I was added to a project', mode: null },
  trial_ending: { id: 2, type: 'account', name: 'The free trial ends soon', mode: null },
  payment_failed: { id: 3, type: 'account', name: 'A payment did not go through', mode: null },
  payment_to_confirm: { id: 18, type: 'account', name: 'The bank asks to confirm a payment', mode: null },
  read_only: { id: 19, type: 'account', name: 'The agency has become read-only', mode: null },
  project_offered: { id: 22, type: 'account', name: 'Another agency offered me a client', mode: null },
  reconnecting: { id: 4, type: 'account', name: 'A social account needs reconnecting', mode: 'immediate' },
} as const satisfies Readonly<Record<string, Kind>>
export type NotificationKind = keyof typeof kindDetails

export const notificationKinds = Object.keys(kindDetails) as [NotificationKind, ...NotificationKind[]]

/** About an agency and its bill, or a client that it is offered; all others are about a project. */
export const agencyKinds = [
  ...(['trial_ending', 'payment_failed', 'payment_to_confirm', 'read_only'] as const),
  'project_offered',
] as const
export type AgencyKind = (typeof agencyKinds)[number]
export type ProjectKind = Exclude<NotificationKind, AgencyKind>

export const isAgencyKind = (kind: NotificationKind): kind is AgencyKind =>
  agencyKinds.some(one => one === kind)
export const projectKinds = notificationKinds.filter((kind): kind is ProjectKind => !isAgencyKind(kind)) as [
  ProjectKind,
  ...ProjectKind[],
]

/** Whether a person can turn its mails off, and choose when they come. */
export const isChosen = (kind: NotificationKind): boolean => kindDetails[kind].mode !== null

/** Whether it asks its reader for a decision. */
export const asksToDecide = (kind: NotificationKind): boolean =>
  kind === 'sent_for_approval' || kind === 'approval_reminder'

/** What somebody who is reminded of it is notified of. */
export const reminderKinds = {
  decide: 'approval_reminder',
  correct: 'correction_reminder',
  send: 'draft_reminder',
} as const satisfies Record<ChaseTask, NotificationKind>
