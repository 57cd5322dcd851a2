import { describe, expect, it, test } from 'vitest'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Actor } from '#domain/permissions/can.ts'
import {
  type ActionContext,
  type ActionSubject,
  offerChangeSchedule,
  offerDelete,
  offerPublish,
  offerSave,
  offerSchedule,
  offerSendToApproval,
  offerSkipApproval,
  offerStop,
} from './post-actions.ts'
import { type PostSocialStatus, postStatus } from './status.ts'

const now = new Date('2026-11-21T10:00:00Z')
const post = (
  statuses: PostSocialStatus[],
  part: { networks?: SocialNetwork[]; inHours?: number; isAutoposting?: boolean } = {},
): ActionSubject => {
  const names = part.networks ?? (['facebook', 'instagram', 'linkedin', 'twitter'] as const)
  return {
    status: postStatus(statuses),
    post_socials: statuses.map((status, index) => ({ social_network: names[index] ?? 'facebook', status })),
    latest_schedule:
      part.inHours === undefined
        ? null
        : {
            datetime: new Date(now.getTime() + part.inHours * 3_600_000),
            is_autoposting: part.isAutoposting ?? true,
          },
  }
}
const as = (actor: Actor, part: Partial<ActionContext> = {}): ActionContext => ({
  actor,
  settings: {},
  now,
  problems: 0,
  ...part,
})
const creator: Actor = { role: 'content-creator' }
const admin: Actor = { role: 'agency-admin' }

describe('save', () => {
  it('makes a temporary draft a draft', () =>
    expect(offerSave(post(['temporary_draft']), as(creator))?.label).toBe('Save as draft'))
  test.each<[PostSocialStatus, boolean]>([
    ['draft', true],
    ['requires_revision', true],
    ['pending_internal_approval', true],
    ['pending_external_approval', true],
    ['scheduled', true],
    ['pending_publish', true],
    ['live', false],
    ['on_publishing', false],
    ['publishing_failed', false],
  ])('of a post that is %s is offered: %s', (status, isOffered) =>
    expect(offerSave(post([status]), as(creator)) !== null).toBe(isOffered),
  )
  test.each(['internal-approver', 'external-approver'] as const)('is not for the %s', role =>
    expect(offerSave(post(['draft']), as({ role }))).toBe(null),
  )
})

describe('schedule', () => {
  it('is offered while there is no time, and says if problems prevent it', () => {
    expect(offerSchedule(post(['draft']), as(creator))?.blockedBy).toBe(null)
    expect(offerSchedule(post(['draft']), as(creator, { problems: 1 }))?.blockedBy).toBe(
      'Solve the problem first.',
    )
    expect(offerSchedule(post(['draft']), as(creator, { problems: 3 }))?.blockedBy).toBe(
      'Solve the 3 problems first.',
    )
    expect(offerSchedule(post(['draft'], { inHours: 48 }), as(creator))).toBe(null)
    expect(offerSchedule(post(['live']), as(creator))).toBe(null)
  })
  test.each([
    [5, true, false],
    [4, true, true],
    [1, true, true],
    [1, false, false],
    [-1, true, false],
  ])('may be changed %i hours before, autoposting %s: blocked %s', (inHours, isAutoposting, isBlocked) =>
    expect(
      offerChangeSchedule(post(['approved'], { inHours, isAutoposting }), as(creator))?.blockedBy !== null,
    ).toBe(isBlocked),
  )
  it('cannot be changed for a live post', () =>
    expect(offerChangeSchedule(post(['live'], { inHours: -5 }), as(admin))).toBe(null))
})

describe('send to approval', () => {
  test.each<[PostSocialStatus, string | undefined]>([
    ['temporary_draft', 'Send to approval'],
    ['draft', 'Send to approval'],
    ['requires_revision', 'Resend to approval'],
    ['unapproved', 'Resend to approval'],
    ['pending_internal_approval', undefined],
    ['scheduled', undefined],
    ['on_publishing', undefined],
    ['live', undefined],
  ])('of a post that is %s reads %s', (status, label) =>
    expect(offerSendToApproval(post([status]), as(creator))?.label).toBe(label),
  )
  test.each<[PostSocialStatus[], string | undefined]>([
    [['draft', 'pending_internal_approval'], 'Send to approval'],
    [['publishing_failed', 'requires_revision'], 'Resend to approval'],
    [['publishing_failed', 'draft'], 'Send to approval'],
    [['on_publishing', 'draft'], undefined],
  ])('of a post whose versions are %j reads %s', (statuses, label) =>
    expect(offerSendToApproval(post(statuses), as(creator))?.label).toBe(label),
  )
  it('is disabled with twitter, says where to allow it, and is enabled once allowed', () => {
    const tweet = post(['draft'], { networks: ['twitter'] })
    expect(offerSendToApproval(tweet, as(creator))?.blockedBy).toContain('project settings')
    const allowed = as(creator, { settings: { 'twitter-approval': 'true' } })
    expect(offerSendToApproval(tweet, allowed)?.blockedBy).toBe(null)
  })
})

describe('schedule and skip approval', () => {
  const draft = post(['draft'])
  test.each<[string, Actor, boolean]>([
    ['an agency admin', admin, true],
    ['a super admin', { role: 'super-admin' }, true],
    ['a creator', creator, false],
    ['a creator whom the setting allows it', { ...creator, maySkipApproval: true }, true],
    ['an internal approver', { role: 'internal-approver', maySkipApproval: true }, false],
  ])('is offered to %s', (_who, actor, isOffered) =>
    expect(offerSkipApproval(draft, as(actor)) !== null).toBe(isOffered),
  )
  it('is never offered with twitter', () =>
    expect(offerSkipApproval(post(['draft'], { networks: ['twitter'] }), as(admin))).toBe(null))
})

describe('publish now', () => {
  test.each<[PostSocialStatus[], Actor, boolean | null]>([
    [['approved', 'scheduled'], admin, false],
    [['pending_publish'], admin, false],
    [['publishing_failed', 'live'], admin, false],
    [['draft'], admin, true],
    [['approved', 'pending_external_approval'], { role: 'super-admin' }, true],
    [['pending_publish'], { ...creator, isContentManager: true }, false],
    [['draft'], { ...creator, isContentManager: true }, null],
    [['pending_publish'], creator, null],
    [['live'], admin, null],
    [['on_publishing', 'approved'], admin, null],
  ])('of %j by %j is as admin: %s', (statuses, actor, asAdmin) =>
    expect(offerPublish(post(statuses), as(actor))?.asAdmin ?? null).toBe(asAdmin),
  )
  it('is called Publish again after a failure', () =>
    expect(offerPublish(post(['publishing_failed']), as(admin))?.label).toBe('Publish again'))
})

test.each<[PostSocialStatus, boolean]>([
  ['draft', true],
  ['approved', true],
  ['publishing_failed', true],
  ['live', false],
  ['on_publishing', false],
])('a post that is %s can be deleted: %s', (status, isOffered) =>
  expect(offerDelete(post([status]), as(creator)) !== null).toBe(isOffered),
)

test.each<[string, ActionSubject, Actor, boolean]>([
  ['minutes before its time', post(['approved'], { inHours: 0.1 }), admin, true],
  ['waiting for approval', post(['pending_external_approval'], { inHours: 30 }), admin, true],
  ['on its way', post(['on_publishing']), { ...creator, isContentManager: true }, true],
  ['without a time', post(['approved']), admin, false],
  ['published by hand', post(['approved'], { inHours: 1, isAutoposting: false }), admin, false],
  ['failed', post(['publishing_failed'], { inHours: -1 }), admin, false],
  ['live', post(['live'], { inHours: -1 }), admin, false],
  ['not for this person', post(['approved'], { inHours: 1 }), creator, false],
])('Stop of a post that is %s', (_, subject, actor, isOffered) =>
  expect(offerStop(subject, { actor }) !== null).toBe(isOffered),
)
