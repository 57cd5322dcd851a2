import { describe, expect, it, test } from 'vitest'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { type PostSocialStatus, postSocialStatuses } from '#domain/posts/status.ts'
import { readinessObstacle, sendingObstacle } from './eligibility.ts'

const now = new Date('2026-06-01T08:00:00Z')
const tomorrow = '2026-06-02T08:00:00Z'

const post = (
  status: PostSocialStatus,
  scheduledAt: string | null = tomorrow,
  network: SocialNetwork = 'facebook',
) => ({
  socials: [{ social_network: network, status }],
  scheduledAt,
})

describe('sending to approval', () => {
  it('is possible for drafts, unapproved posts and posts that require revision, and no others', () => {
    const sendable = postSocialStatuses.filter(status => sendingObstacle(post(status), [], now) === null)
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

  it('is not possible with Twitter unless the project allows it', () => {
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

  it('needs at least one version to send, and none that is being published', () => {
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
