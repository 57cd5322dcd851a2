import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agencyEventTypes, notifyingEventTypes } from '#domain/kernel/live-events.ts'
import type { Role } from '#domain/permissions/table.ts'
import { type Candidate, notificationsOf, type Relation, relations } from './recipients.ts'

const events = [...notifyingEventTypes, ...agencyEventTypes]
const allRelations = Object.keys(relations) as Relation[]
const roles: readonly Role[] = ['agency-admin', 'content-creator', 'internal-approver', 'external-approver']

const anyPerson: fc.Arbitrary<Candidate> = fc.record({
  userId: fc.integer({ min: 1, max: 30 }),
  role: fc.constantFrom(...roles),
  relations: fc.subarray(allRelations).map(list => new Set(list)),
  maySee: fc.boolean(),
})
const anyPeople = fc.uniqueArray(anyPerson, { selector: ({ userId }) => userId, maxLength: 12 })
const anyEvent = fc.record({
  type: fc.constantFrom(...events),
  actorId: fc.option(fc.integer({ min: 1, max: 30 })),
})

const person = (userId: number, role: Role, ...own: Relation[]): Candidate => ({
  userId,
  role,
  relations: new Set<Relation>(['member', ...own]),
  maySee: true,
})

describe('Who is notified', () => {
  it('never includes the person who did it, nor anybody who may not see it, and nobody twice', () => {
    fc.assert(
      fc.property(anyEvent, anyPeople, (event, people) => {
        const recipients = notificationsOf(event, people).map(({ userId }) => userId)
        expect(new Set(recipients).size).toBe(recipients.length)
        for (const userId of recipients) {
          expect(userId).not.toBe(event.actorId)
          expect(people.find(one => one.userId === userId)?.maySee).toBe(true)
        }
      }),
    )
  })

  it('are those who must decide, when a post is sent', () => {
    const people = [
      person(1, 'content-creator', 'writer'),
      person(2, 'internal-approver', 'awaited'),
      person(3, 'internal-approver'),
      person(4, 'external-approver'),
    ]
    expect(notificationsOf({ type: 'approval.started', actorId: 1 }, people)).toEqual([
      { userId: 2, role: 'internal-approver', kind: 'sent_for_approval' },
    ])
  })

  it('is notified of the next round rather than of the last one, who made the post and decides as well', () => {
    const people = [person(1, 'agency-admin', 'writer', 'awaited'), person(2, 'content-creator', 'writer')]
    expect(notificationsOf({ type: 'approval.round_approved', actorId: 9 }, people)).toEqual([
      { userId: 1, role: 'agency-admin', kind: 'sent_for_approval' },
      { userId: 2, role: 'content-creator', kind: 'approved' },
    ])
  })

  const makers = 'agency-admin content-creator'
  const agency = `${makers} internal-approver`
  const everybody = `${agency} external-approver`
  const writers = (kind: string) => [`writer, ${makers}: ${kind}`]
  const urgent = (kind: string) => [...writers(kind), `member, agency-admin: ${kind}`]
  it.each([
    ['approval.started', [`awaited, ${everybody}: sent_for_approval`]],
    ['approval.round_approved', [`awaited, ${everybody}: sent_for_approval`, ...writers('approved')]],
    ['approval.approved', writers('approved')],
    ['approval.unapproved', writers('unapproved')],
    [
      'approval.revision_requested',
      [
        `decider, ${agency}: revision_requested`,
        ...writers('revision_requested'),
        `mentioned, ${everybody}: revision_requested`,
      ],
    ],
    ['approval.reminder_due', [`awaited, ${everybody}: approval_reminder`]],
    ['approval.reminded', [`awaited, ${everybody}: approval_reminder`]],
    ['approval.deadline_passed', urgent('approval_late')],
    ['approval.question_asked', [`decider, ${everybody}: question`, `mentioned, ${everybody}: question`]],
    [
      'approval.question_answered',
      [...writers('answer'), `questioner, ${agency}: answer`, `mentioned, ${everybody}: answer`],
    ],
    ['note.created', [...writers('note'), `mentioned, ${everybody}: note`, `commenter, ${everybody}: note`]],
    ['post_social.published', writers('published')],
    ['post_social.publishing_failed', urgent('publishing_failed')],
    ['post_social.manual_publish_due', urgent('manual_publish_due')],
    ['post_social.first_comment_failed', urgent('first_comment_failed')],
    ['post_social.endangered', urgent('endangered')],
    ['post_social.fix_reminded', [`reminded, ${makers}: correction_reminder`]],
    ['post_social.draft_reminded', [`reminded, ${makers}: draft_reminder`]],
    ['post.overdue', urgent('overdue')],
    ['social_account.expiring', ['member, agency-admin: reconnecting']],
    ['social_account.needs_reconnecting', ['member, agency-admin: reconnecting']],
    ['member.joined', [`added, ${everybody}: invitation`]],
    ['subscription.trial_ending', ['administrator, agency-admin: trial_ending']],
    ['subscription.payment_failed', ['administrator, agency-admin: payment_failed']],
    ['subscription.payment_to_confirm', ['administrator, agency-admin: payment_to_confirm']],
    ['subscription.read_only', ['administrator, agency-admin: read_only']],
  ] as const)('of %s are these alone, with one relation each', (type, expected) => {
    const lines = allRelations.flatMap(relation => {
      const people = roles.map((role, id) => ({
        ...person(id, role),
        relations: new Set<Relation>([relation]),
      }))
      const notifications = notificationsOf({ type, actorId: null }, people)
      const kinds = new Set(notifications.map(({ kind }) => kind))
      return [...kinds].map(kind => {
        const own = notifications.filter(one => one.kind === kind).map(({ role }) => role)
        return `${relation}, ${own.join(' ')}: ${kind}`
      })
    })
    expect(lines).toEqual(expected)
  })

  it('are no clients when something goes wrong on a network', () => {
    const people = roles.map((role, index) => person(index + 1, role, ...allRelations))
    for (const type of ['post_social.publishing_failed', 'post.overdue'] as const)
      expect(notificationsOf({ type, actorId: null }, people).map(({ userId }) => userId)).toEqual([1, 2])
  })
})
