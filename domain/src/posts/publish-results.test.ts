import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { goingOut, isPartlyPublished, publishSummary } from './publish-results.ts'
import { type PostSocialStatus, postSocialStatuses } from './status.ts'

describe('How a post ended', () => {
  test.each<[PostSocialStatus[], string]>([
    [['live'], 'Published'],
    [['live', 'live', 'live', 'live'], 'All 4 published'],
    [['live', 'live', 'live', 'publishing_failed'], '3 of 4 published'],
    [['publishing_failed'], '0 of 1 published'],
    [['live', 'deleted'], 'Published'],
    [['live', 'on_publishing'], '1 of 2 published'],
    [[], '0 of 0 published'],
  ])('%j is worded as %s', (statuses, text) => {
    expect(publishSummary(statuses).text).toBe(text)
  })

  it('counts the versions that are live, failed and being published, and never more than there are', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...postSocialStatuses)), statuses => {
        const { total, live, failed, running } = publishSummary(statuses)
        expect(total).toBe(statuses.filter(status => status !== 'deleted').length)
        expect(live + failed + running).toBeLessThanOrEqual(total)
        expect(isPartlyPublished(statuses)).toBe(live > 0 && live < total)
      }),
    )
  })
})

describe('The versions that a publish call sends', () => {
  const socials = (...statuses: PostSocialStatus[]) => statuses.map(status => ({ status }))
  test.each<[PostSocialStatus[], 'publishing_started' | 'publishing_started_by_admin', PostSocialStatus[]]>([
    [['approved', 'scheduled'], 'publishing_started', ['approved', 'scheduled']],
    [['live', 'publishing_failed'], 'publishing_started', ['publishing_failed']],
    [['approved', 'publishing_failed'], 'publishing_started', ['publishing_failed']],
    [['approved', 'publishing_failed'], 'publishing_started_by_admin', ['publishing_failed']],
    [
      ['pending_internal_approval', 'publishing_failed'],
      'publishing_started_by_admin',
      ['publishing_failed'],
    ],
    [['draft', 'live'], 'publishing_started', []],
    [['draft', 'live'], 'publishing_started_by_admin', ['draft']],
    [['live', 'on_publishing'], 'publishing_started', []],
  ])('of %j by %s: %j', (statuses, event, going) => {
    expect(goingOut(socials(...statuses), event)).toEqual(socials(...going))
  })
})
