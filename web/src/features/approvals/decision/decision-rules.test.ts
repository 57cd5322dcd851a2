import { describe, expect, it, test } from 'vitest'
import type { Role } from '#domain/permissions/table.ts'
import { type PostSocialStatus, postSocialStatuses } from '#domain/posts/status.ts'
import { buildRound, personId, postOf, version } from '../../../../testing/fake-approval-server.tsx'
import {
  approvalIdOf,
  approvedText,
  changesBetween,
  firstUnseen,
  leadingMaster,
  mayApprove,
  mayRequestRevision,
  mayUnapprove,
  mayUnapproveWithRevision,
  openVersions,
  othersToDecide,
} from './decision-rules.ts'

const viewer = (role: Role, isContentManager = false) => ({ actor: { role, isContentManager }, personId })
const client = viewer('external-approver')
const statusesWhere = (test: (status: PostSocialStatus) => boolean) => postSocialStatuses.filter(test)
/** The fake server allows everything, so that the rules of the screen alone hide what is hidden. */
const allowed = (status: PostSocialStatus, part = {}) => {
  const social = version(1, 'facebook', status)
  return {
    social,
    post: postOf(10, [social], { can_approve_post_socials: [1], can_unapprove_post_socials: [1], ...part }),
  }
}

describe('Approve', () => {
  it('is hidden in requires_revision, whatever the server says', () => {
    expect(statusesWhere(status => !mayApprove(allowed(status).post, allowed(status).social))).toEqual([
      'requires_revision',
    ])
  })

  it('is shown only for versions in can_approve_post_socials', () => {
    const { post, social } = allowed('pending_external_approval', { can_approve_post_socials: [2] })
    expect(mayApprove(post, social)).toBe(false)
  })

  it('is shown only on the master version if the post has one', () => {
    const socials = [
      version(1, 'facebook', 'pending_external_approval'),
      version(2, 'instagram', 'pending_external_approval'),
    ]
    const post = postOf(10, socials, { master_social_post_id: 2 })
    expect(socials.map(social => mayApprove(post, social))).toEqual([false, true])
    expect(socials.map(social => mayRequestRevision(post, social, client))).toEqual([false, true])
  })
})

describe('A version of a post with master content', () => {
  const own = version(1, 'facebook', 'pending_external_approval')
  const approved = { ...version(2, 'instagram', 'approved'), approvals: [] }
  const post = postOf(10, [own, approved], { master_social_post_id: 2 })

  it('is decided on its own when its own round is open and the master has none', () => {
    expect(leadingMaster(post, own)).toBeNull()
    expect(mayRequestRevision(post, own, client)).toBe(true)
  })

  it('is decided on the master when it has no open round of its own', () => {
    expect(leadingMaster(post, { ...own, approvals: [] })).toMatchObject({ id: 2 })
  })
})

describe('Request revision', () => {
  test.each<[Role, boolean, PostSocialStatus[]]>([
    ['external-approver', false, ['pending_external_approval']],
    ['internal-approver', false, ['pending_internal_approval']],
    ['content-creator', true, ['pending_internal_approval']],
    ['content-creator', false, []],
    ['agency-admin', false, ['pending_internal_approval', 'pending_external_approval']],
  ])('is for %s (content manager: %s) in %j', (role, isContentManager, statuses) => {
    const shown = statusesWhere(status => {
      const { post, social } = allowed(status)
      return mayRequestRevision(post, social, viewer(role, isContentManager))
    })
    expect(shown).toEqual(statuses)
  })

  it('is not for a client if another one was chosen', () => {
    const approvers = [{ id: 51, name: 'Nina', has_approved: false }]
    const social = version(1, 'facebook', 'pending_external_approval', {
      approvals: [buildRound({ approvers })],
    })
    expect(mayRequestRevision(postOf(10, [social]), social, client)).toBe(false)
  })
})

describe('Unapprove', () => {
  it('is shown for the versions that the server names', () => {
    const { post, social } = allowed('approved')
    expect(mayUnapprove(post, social)).toBe(true)
    expect(mayUnapprove({ ...post, can_unapprove_post_socials: [] }, social)).toBe(false)
  })

  it('comes with a request for revision for those who may make one', () => {
    const { post, social } = allowed('approved')
    expect(mayUnapproveWithRevision(post, social, client)).toBe(true)
    expect(mayUnapproveWithRevision(post, social, viewer('content-creator'))).toBe(false)
  })

  test.each<[Role, number]>([
    ['external-approver', 2001],
    ['internal-approver', 1001],
    ['agency-admin', 1001],
  ])('names for %s round %i', (role, id) => {
    expect(approvalIdOf(version(1, 'facebook', 'approved'), 'approved', viewer(role))).toBe(id)
  })

  it('names the external round if the internal one was skipped', () => {
    const social = version(1, 'facebook', 'approved', { internal_approval_id: null })
    expect(approvalIdOf(social, 'approved', viewer('agency-admin'))).toBe(2001)
  })
})

it('counts a version as done once this person has approved, even if others have not', () => {
  const approvers = [
    { id: personId, name: 'Emil', has_approved: true },
    { id: 51, name: 'Nina', has_approved: false },
  ]
  const social = version(1, 'facebook', 'pending_external_approval', {
    approvals: [buildRound({ approvers })],
  })
  const post = postOf(10, [social], { can_approve_post_socials: [] })
  expect(openVersions(post, 'pending', client)).toEqual([])
  expect(othersToDecide([social], personId)).toEqual(['Nina'])
})

it('names what has changed between two versions', () => {
  const before = version(1, 'facebook', 'pending_external_approval')
  expect(changesBetween(before, { ...before, version: 2 })).toEqual([])
  expect(changesBetween(before, { ...before, message: 'New', first_comment: 'New' })).toEqual([
    'text',
    'first comment',
  ])
})

describe('The first version that a person has not seen', () => {
  const facebook = version(1, 'facebook', 'pending_external_approval', { message: 'Same' })
  const instagram = version(2, 'instagram', 'pending_external_approval', { message: 'Same' })
  const linkedin = version(3, 'linkedin', 'pending_external_approval', { message: 'Different' })

  it('is none while all say the same as what was shown', () => {
    expect(firstUnseen([facebook, instagram], [facebook])).toBeNull()
  })

  it('is the one with a content of its own, until it was shown', () => {
    expect(firstUnseen([facebook, instagram, linkedin], [facebook])).toBe(linkedin)
    expect(firstUnseen([facebook, instagram, linkedin], [facebook, linkedin])).toBeNull()
  })
})

test('What was approved is said with its posts, and of a post that was approved in part with its networks', () => {
  const [facebook, linkedin] = [version(1, 'facebook', 'approved'), version(2, 'linkedin', 'approved')]
  const refusal = { code: 'already_decided', message: 'This was decided already.' }
  const whole = { post: { id: 10 }, approved: [facebook], refused: [] }
  const half = { post: { id: 11 }, approved: [facebook, linkedin], refused: [refusal] }
  const none = { post: { id: 12 }, approved: [], refused: [refusal] }
  expect(
    [[whole], [whole, whole], [whole, none], [half], [half, half], [whole, half], [whole, half, half]].map(
      approvedText,
    ),
  ).toEqual([
    'Post approved',
    '2 posts approved',
    'Approved 1 of 2',
    'Approved for Facebook and LinkedIn only',
    'Approved for some networks of 2 posts only',
    'Approved 1 of 2, and one for Facebook and LinkedIn only',
    'Approved 1 of 3, and some networks of 2 posts only',
  ])
})
