import type { AgencyEventType, NotifyingEventType } from '#domain/kernel/live-events.ts'
import type { Role } from '#domain/permissions/table.ts'
import { type NotificationKind, notificationKinds } from './kinds.ts'

/** What a person has to do with the post, the round, the project or the agency that an event is about. */
export const relations = {
  awaited: 'must decide the round that is open now',
  decider: 'was asked in the round that the event is about',
  reminded: 'was reminded by somebody',
  writer: 'created the post or sent it to approval',
  questioner: 'asked the question before',
  mentioned: 'is named in the text',
  commenter: 'wrote a note on the post before',
  member: 'belongs to the project',
  added: 'was added to the project, or is offered it',
  administrator: 'is an admin of the agency',
} as const
export type Relation = keyof typeof relations

type Rule = {
  readonly relation: Relation
  readonly roles: readonly Role[]
  readonly kind: NotificationKind
}

const admins = ['agency-admin'] as const
const makers = ['agency-admin', 'content-creator'] as const
const agency = ['agency-admin', 'content-creator', 'internal-approver'] as const
const everybody = [...agency, 'external-approver'] as const

const toWriters = (kind: NotificationKind): readonly Rule[] => [{ relation: 'writer', roles: makers, kind }]
const toAdministrators = (kind: NotificationKind): readonly Rule[] => [
  { relation: 'administrator', roles: admins, kind },
]
/** Nobody may overlook it: who made the post, and the admins of its agency. */
const urgent = (kind: NotificationKind): readonly Rule[] => [
  ...toWriters(kind),
  { relation: 'member', roles: admins, kind },
]

/**
 * Who is told what: the first rule of an event that fits a person. Nobody is notified of what they did themselves or may not see
 * (docs/product/notifications.md "Who is told what").
 */
export const recipientRules = {
  'approval.started': [{ relation: 'awaited', roles: everybody, kind: 'sent_for_approval' }],
  'approval.round_approved': [
    { relation: 'awaited', roles: everybody, kind: 'sent_for_approval' },
    ...toWriters('approved'),
  ],
  'approval.approved': toWriters('approved'),
  'approval.unapproved': toWriters('unapproved'),
  'approval.revision_requested': [
    ...toWriters('revision_requested'),
    { relation: 'decider', roles: agency, kind: 'revision_requested' },
    { relation: 'mentioned', roles: everybody, kind: 'revision_requested' },
  ],
  'approval.reminder_due': [{ relation: 'awaited', roles: everybody, kind: 'approval_reminder' }],
  'approval.reminded': [{ relation: 'awaited', roles: everybody, kind: 'approval_reminder' }],
  'approval.deadline_passed': urgent('approval_late'),
  'approval.question_asked': [
    { relation: 'decider', roles: everybody, kind: 'question' },
    { relation: 'mentioned', roles: everybody, kind: 'question' },
  ],
  'approval.question_answered': [
    { relation: 'questioner', roles: agency, kind: 'answer' },
    ...toWriters('answer'),
    { relation: 'mentioned', roles: everybody, kind: 'answer' },
  ],
  'note.created': [
    { relation: 'mentioned', roles: everybody, kind: 'note' },
    { relation: 'commenter', roles: everybody, kind: 'note' },
    ...toWriters('note'),
  ],
  'post_social.published': toWriters('published'),
  'post_social.publishing_failed': urgent('publishing_failed'),
  'post_social.manual_publish_due': urgent('manual_publish_due'),
  'post_social.first_comment_failed': urgent('first_comment_failed'),
  'post_social.endangered': urgent('endangered'),
  'post_social.fix_reminded': [{ relation: 'reminded', roles: makers, kind: 'correction_reminder' }],
  'post_social.draft_reminded': [{ relation: 'reminded', roles: makers, kind: 'draft_reminder' }],
  'post.overdue': urgent('overdue'),
  'social_account.expiring': [{ relation: 'member', roles: admins, kind: 'reconnecting' }],
  'social_account.needs_reconnecting': [{ relation: 'member', roles: admins, kind: 'reconnecting' }],
  'member.joined': [{ relation: 'added', roles: everybody, kind: 'invitation' }],
  'subscription.trial_ending': toAdministrators('trial_ending'),
  'subscription.payment_failed': toAdministrators('payment_failed'),
  'subscription.payment_to_confirm': toAdministrators('payment_to_confirm'),
  'subscription.read_only': toAdministrators('read_only'),
  'project.offered': [{ relation: 'added', roles: admins, kind: 'project_offered' }],
} as const satisfies Readonly<Record<NotifyingEventType | AgencyEventType, readonly Rule[]>>

/** What somebody with this role can be notified of at all, in the order of `kinds.ts`. */
export const kindsOf = (role: Role): NotificationKind[] => {
  const rules: readonly Rule[] = Object.values(recipientRules).flat()
  const own = new Set(rules.filter(({ roles }) => roles.includes(role)).map(({ kind }) => kind))
  return notificationKinds.filter(kind => own.has(kind))
}

/** Somebody of the project or the agency, with what they have to do with the event. `maySee`: whether their own calls would show them what it is about. */
export type Candidate = {
  readonly userId: number
  readonly role: Role
  readonly relations: ReadonlySet<Relation>
  readonly maySee: boolean
}

/** The people who are notified of an event, each once. */
export const notificationsOf = (
  event: { readonly type: NotifyingEventType | AgencyEventType; readonly actorId: number | null },
  people: readonly Candidate[],
): { userId: number; role: Role; kind: NotificationKind }[] => {
  const rules: readonly Rule[] = recipientRules[event.type]
  return people
    .filter(person => person.userId !== event.actorId && person.maySee)
    .flatMap(({ userId, role, relations }) => {
      const rule = rules.find(one => relations.has(one.relation) && one.roles.includes(role))
      return rule ? [{ userId, role, kind: rule.kind }] : []
    })
}
