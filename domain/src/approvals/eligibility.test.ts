import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { roles } from '#domain/permissions/table.ts'
import {
  type ApprovalType,
  approvalTypes,
  type PostSocialStatus,
  postSocialStatuses,
} from '#domain/posts/status.ts'
import { type Approver, approverChoices, mayBeChosen } from './approvers.ts'
import { isEligibleForApproval, readinessObstacle, sendingObstacle } from './eligibility.ts'
import { nextRound, roundsOnPlan, skipOffer } from './plan.ts'

const now = new Date('2026-06-01T08:00:00Z')
const tomorrow = '2026-06-02T08:00:00Z'

describe('the plan', () => {
  test.each<[ApprovalType[], boolean, ApprovalType[]]>([
    [[], true, ['internal', 'external']],
    [[], false, ['internal']],
    [['internal'], true, ['external']],
    [['internal'], false, []],
    [['external'], true, ['internal']],
    [['external', 'internal'], true, []],
  ])('with %j skipped and external approvers %s holds %j', (skipped, hasExternalApprovers, rounds) => {
    expect(roundsOnPlan({ skipped, hasExternalApprovers })).toEqual(rounds)
  })

  it('is gone through once, in order, and ends', () => {
    const skips = fc.subarray([...approvalTypes])
    fc.assert(
      fc.property(skips, fc.boolean(), (skipped, hasExternalApprovers) => {
        const plan = roundsOnPlan({ skipped, hasExternalApprovers })
        const walked: ApprovalType[] = []
        for (let type = nextRound(plan, null); type !== null; type = nextRound(plan, type)) walked.push(type)
        expect(walked).toEqual(plan)
      }),
    )
  })

  it('goes on with the external round even when the internal one was skipped after its yes', () => {
    expect(nextRound(['external'], 'internal')).toBe('external')
    expect(nextRound(['internal'], 'external')).toBeNull()
  })

  it('lets the external round be skipped only where there are external approvers', () => {
    expect(skipOffer(true)).toEqual(['internal', 'external'])
    expect(skipOffer(false)).toEqual(['internal'])
  })
})

const person = (id: number, role: Approver['role'], ...settings: string[]): Approver => ({
  id,
  role,
  setting: settings.map(name => ({ name, value: 'true' })),
})
const [external, internal, admin, manager, creator] = [
  person(1, 'external-approver'),
  person(2, 'internal-approver'),
  person(3, 'agency-admin'),
  person(4, 'content-creator', 'content-manager'),
  person(5, 'content-creator'),
]
const people = [external, internal, admin, manager, creator]

describe('whom Send to approval offers', () => {
  test.each<[ApprovalType[], Approver[]]>([
    [[], [external, internal, admin, manager]],
    [['internal'], [external, admin]],
    [['external'], [internal, admin, manager]],
    [['internal', 'external'], []],
  ])('with %j skipped', (skipped, offered) => {
    expect(approverChoices(people, skipped)).toEqual(offered)
  })

  it('never offers a creator who is no content manager', () => {
    expect(approvalTypes.map(type => mayBeChosen(creator, type))).toEqual([false, false])
    const off = { ...creator, setting: [{ name: 'content-manager', value: 'false' }] }
    expect(approverChoices([off], [])).toEqual([])
  })

  it('keeps clients out of the internal round', () => {
    const fitting = roles.filter(role => mayBeChosen(person(9, role, 'content-manager'), 'internal'))
    expect(fitting).toEqual(['super-admin', 'agency-admin', 'content-creator', 'internal-approver'])
    expect(mayBeChosen(internal, 'external')).toBe(false)
    expect(mayBeChosen(manager, 'external')).toBe(false)
  })
})

const post = (
  status: PostSocialStatus,
  scheduledAt: string | null = tomorrow,
  network: SocialNetwork = 'facebook',
) => ({
  socials: [{ social_network: network, status }],
  scheduledAt,
})

describe('what can be sent to approval', () => {
  it('is what is a draft, unapproved or requires revision, and nothing else', () => {
    const sendable = postSocialStatuses.filter(status => isEligibleForApproval(post(status), [], now))
    expect(sendable).toEqual(['temporary_draft', 'draft', 'unapproved', 'requires_revision'])
  })

  test.each<[string, string | null, string | null]>([
    ['no schedule', null, 'schedule_required'],
    ['a schedule in the past', '2026-06-01T07:59:00Z', 'schedule_required'],
    ['a schedule right now', '2026-06-01T08:00:00Z', 'schedule_required'],
    ['a schedule ahead', tomorrow, null],
  ])('with %s', (_, scheduledAt, obstacle) => {
    expect(sendingObstacle(post('draft', scheduledAt), [], now)).toBe(obstacle)
  })

  it('is no post with Twitter, unless the project allows it', () => {
    const tweet = post('draft', tomorrow, 'twitter')
    expect(sendingObstacle(tweet, [], now)).toBe('barred_from_approval')
    expect(sendingObstacle(tweet, [{ name: 'twitter-approval', value: 'false' }], now)).toBe(
      'barred_from_approval',
    )
    expect(sendingObstacle(tweet, [{ name: 'twitter-approval', value: 'true' }], now)).toBeNull()
    const mixed = { ...post('draft'), socials: [...post('draft').socials, ...tweet.socials] }
    expect(sendingObstacle(mixed, [], now)).toBe('barred_from_approval')
    expect(readinessObstacle(mixed, [], now)).toBe('barred_from_approval')
  })

  it('needs one version to send, and none on its way to its network', () => {
    const versions = (...statuses: PostSocialStatus[]) => ({
      socials: statuses.map(status => ({ social_network: 'facebook' as const, status })),
      scheduledAt: tomorrow,
    })
    expect(sendingObstacle(versions('approved', 'requires_revision'), [], now)).toBeNull()
    expect(sendingObstacle(versions('approved', 'pending_internal_approval'), [], now)).toBe(
      'illegal_transition',
    )
    expect(sendingObstacle(versions('draft', 'on_publishing'), [], now)).toBe('illegal_transition')
    expect(sendingObstacle(versions(), [], now)).toBe('illegal_transition')
  })
})
