import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { roles } from '#domain/permissions/table.ts'
import {
  approvalReading,
  badgeStatus,
  badges,
  isOpenPost,
  isVisibleTo,
  type PostSocialStatus,
  type PostStatus,
  postSocialStatuses,
  postStatus,
  postStatuses,
} from './status.ts'

const someStatuses = fc.array(fc.constantFrom(...postSocialStatuses), { maxLength: 4 })

describe('the status of a post', () => {
  test.each<[PostSocialStatus[], PostStatus]>([
    [[], 'deleted'],
    [['deleted', 'deleted'], 'deleted'],
    [['live', 'deleted'], 'live'],
    [['live', 'live'], 'live'],
    [['live', 'on_publishing', 'publishing_failed'], 'on_publishing'],
    [['live', 'publishing_failed', 'draft'], 'publishing_failed'],
    [['approved', 'requires_revision', 'pending_internal_approval'], 'requires_revision'],
    [['approved', 'unapproved'], 'requires_revision'],
    [['approved', 'pending_external_approval', 'draft'], 'pending_approval'],
    [['draft', 'temporary_draft'], 'temporary_draft'],
    [['draft', 'live'], 'draft'],
    [['approved', 'pending_publish'], 'pending_publish'],
    [['approved', 'scheduled'], 'scheduled'],
    [['approved', 'live'], 'scheduled'],
  ])('with versions %j is %s', (statuses, status) => {
    expect(postStatus(statuses)).toBe(status)
  })

  it('is one of the post statuses and does not depend on the order of the versions', () => {
    fc.assert(
      fc.property(someStatuses, statuses => {
        const status = postStatus(statuses)
        expect(postStatuses).toContain(status)
        expect(postStatus([...statuses].reverse())).toBe(status)
      }),
    )
  })

  it('has one badge: the one that all versions share, or else the post’s own', () => {
    expect(badgeStatus(['approved', 'approved'])).toBe('approved')
    expect(badgeStatus(['approved', 'draft'])).toBe('draft')
    expect(badgeStatus(['pending_internal_approval', 'pending_external_approval'])).toBe('pending_approval')
    expect(badgeStatus([])).toBe('deleted')
  })

  it('closes the post for editing if it is live, being published or deleted', () => {
    expect(postStatuses.filter(status => !isOpenPost(status))).toEqual(['live', 'deleted', 'on_publishing'])
  })
})

test('a client does not see versions that have not reached them', () => {
  const hiddenIn = (sent_back_in: 'internal' | 'external' | null) =>
    postSocialStatuses.filter(status => !isVisibleTo({ status, sent_back_in }, 'external-approver'))
  const always = ['temporary_draft', 'draft', 'pending_internal_approval']
  expect(hiddenIn('external')).toEqual(always)
  for (const sentBackIn of ['internal', null] as const)
    expect(hiddenIn(sentBackIn)).toEqual([...always, 'unapproved', 'requires_revision'])
  for (const role of [...roles.filter(name => name !== 'external-approver'), null])
    expect(postSocialStatuses.every(status => isVisibleTo({ status, sent_back_in: null }, role))).toBe(true)
})

test.each<[PostSocialStatus, (typeof roles)[number], ReturnType<typeof approvalReading>]>([
  ['pending_internal_approval', 'agency-admin', 'pending_approval'],
  ['pending_internal_approval', 'external-approver', 'pending_approval'],
  ['pending_external_approval', 'agency-admin', 'approved'],
  ['pending_external_approval', 'super-admin', 'approved'],
  ['pending_external_approval', 'internal-approver', 'approved'],
  ['pending_external_approval', 'external-approver', 'pending_approval'],
  ['pending_external_approval', 'content-creator', 'pending_approval'],
  ['pending_publish', 'external-approver', 'approved'],
  ['scheduled', 'content-creator', 'approved'],
  ['live', 'internal-approver', 'approved'],
  ['on_publishing', 'agency-admin', 'approved'],
  ['draft', 'agency-admin', null],
  ['requires_revision', 'external-approver', null],
])('%s reads for the %s as %s', (status, role, reading) => {
  expect(approvalReading(status, role)).toBe(reading)
})

test('the badges have their fixed wording', () => {
  expect([
    badges.draft.text,
    badges.requires_revision.text,
    badges.unapproved.text,
    badges.pending_approval.text,
    badges.approved.text,
    badges.publishing_failed.text,
    badges.skip_approved.text,
    badges.pending_publish.text,
    badges.scheduled.text,
  ]).toEqual([
    'Draft',
    'Waiting for fixes',
    'Waiting for fixes',
    'Sent for Approval',
    'Approved',
    'Publishing Failed',
    'Scheduled',
    'Pending manual publish',
    'Scheduled',
  ])
})
