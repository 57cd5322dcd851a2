import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { postSocialStatuses } from '#domain/posts/status.ts'
import { MISSED_WINDOW_MINUTES, OVERDUE_GRACE_MINUTES } from '#domain/schedules/timing.ts'
import { type OutlookFacts, outlookOf } from './outlook.ts'
import { nextChangeOf } from './outlook-changes.ts'

const now = new Date('2026-06-01T08:00:00Z')
const MINUTE = 60_000
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * MINUTE)

// Few different instants, so that several fall on the same one.
const minutes = [-61, -60, -16, -15, -1, 0, 1, 15, 60, 90, 600]
const instant = fc.constantFrom(...minutes).map(inMinutes)
const perhaps = fc.option(instant)

/** What goes out by itself, more often than its share. */
const cleared = ['approved', 'scheduled', 'approved', 'scheduled'] as const

const random: fc.Arbitrary<OutlookFacts> = fc.record({
  network: fc.constantFrom('facebook', 'instagram'),
  type: fc.constantFrom('text', 'photo_story'),
  status: fc.constantFrom(...postSocialStatuses, ...cleared, ...cleared, ...cleared),
  dueAt: perhaps,
  isAutoposting: fc.boolean(),
  isReleased: fc.boolean(),
  bypass: fc.boolean(),
  internalApproved: fc.boolean(),
  digestMatches: fc.boolean(),
  decideBy: perhaps,
  problems: fc.constant([]),
  account: fc.option(
    fc.record({
      isRemoved: fc.constant(false),
      isOther: fc.constant(false),
      needsReconnecting: fc.constant(false),
      hasToken: fc.constant(true),
      expiresAt: perhaps,
      isRenewable: fc.boolean(),
    }),
  ),
  heldBy: fc.option(fc.constantFrom('paused', 'held')),
  agencyStopsAt: perhaps,
  isBeyondLimit: fc.boolean(),
  limitUntil: perhaps,
  publication: fc.option(
    fc.record({
      status: fc.constantFrom('queued', 'preparing', 'sending', 'unknown'),
      dueAt: instant,
      isDelayed: fc.boolean(),
      runAt: instant,
    }),
  ),
})

describe('The next change of an outlook', () => {
  it('is not before the outlook changes', () => {
    // Every comparison of a rule falls on one of these, or on the millisecond after it.
    const windows = [0, OVERDUE_GRACE_MINUTES, MISSED_WINDOW_MINUTES]
    const compared = minutes.flatMap(minute => windows.map(window => (minute + window) * MINUTE))
    const moments = compared.flatMap(ms => [ms, ms + 1]).filter(ms => ms > 0)
    fc.assert(
      fc.property(random, facts => {
        const next = nextChangeOf(facts, now)?.getTime() ?? Number.POSITIVE_INFINITY
        const said = outlookOf(facts, now)
        const same = moments.map(ms => new Date(now.getTime() + ms)).filter(at => at.getTime() < next)
        expect(same.filter(at => JSON.stringify(outlookOf(facts, at)) !== JSON.stringify(said))).toEqual([])
      }),
      { numRuns: 4_000 },
    )
  })

  it('is none when everything has passed', () => {
    const [facts] = fc.sample(random, 1) as [OutlookFacts]
    const past = { dueAt: inMinutes(-120), decideBy: inMinutes(-1), limitUntil: inMinutes(-1) }
    const rest = { account: null, agencyStopsAt: null, publication: null }
    expect(nextChangeOf({ ...facts, ...past, ...rest }, now)).toBeNull()
  })
})
