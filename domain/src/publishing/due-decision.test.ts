import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { next } from '#domain/kernel/lifecycle.ts'
import { postSocialLifecycle, postSocialStatuses } from '#domain/posts/status.ts'
import { type DueDecision, type DueFacts, dueDecision } from './due-decision.ts'
import { type LookFacts, lookDecision } from './look-up-decision.ts'
import { failureReasons, type PublicationStatus, publicationLifecycle } from './status.ts'
import { pollDelayMs, publishTimings, retryDelayMs } from './timings.ts'

const facts = (change: Partial<DueFacts>): DueFacts => ({
  status: 'approved',
  isAutoposting: true,
  bypass: false,
  internalApproved: true,
  digestMatches: true,
  latenessMinutes: 0,
  ...change,
})

const anyFacts: fc.Arbitrary<DueFacts> = fc.record({
  status: fc.constantFrom(...postSocialStatuses),
  isAutoposting: fc.boolean(),
  bypass: fc.boolean(),
  internalApproved: fc.boolean(),
  digestMatches: fc.boolean(),
  latenessMinutes: fc.double({ min: 0, max: 10_000, noNaN: true }),
})

describe('At the due time a post social', () => {
  const table: [string, Partial<DueFacts>, DueDecision][] = [
    ['approved, with autoposting', {}, 'publish'],
    ['cleared by skipping, with autoposting', { status: 'scheduled' }, 'publish'],
    ['approved, without autoposting', { isAutoposting: false }, 'manual_publish_due'],
    [
      'cleared by skipping, without autoposting',
      { status: 'scheduled', isAutoposting: false },
      'manual_publish_due',
    ],
    ['approved, exactly an hour late', { latenessMinutes: 60 }, 'publish'],
    ['approved, more than an hour late', { latenessMinutes: 60.1 }, 'missed_window'],
    [
      'without autoposting, a day late',
      { isAutoposting: false, latenessMinutes: 1440 },
      'manual_publish_due',
    ],
    ['approved, with other content than that', { digestMatches: false }, 'content_changed'],
    [
      'for publishing by hand, with other content',
      { digestMatches: false, isAutoposting: false },
      'content_changed',
    ],
    [
      'with a late client, where that is let through',
      { status: 'pending_external_approval', bypass: true },
      'approve_by_system_first',
    ],
    ['with a late client, where that is not let through', { status: 'pending_external_approval' }, 'overdue'],
    [
      'with a late client and no internal yes',
      { status: 'pending_external_approval', bypass: true, internalApproved: false },
      'overdue',
    ],
    [
      'with a late client, more than an hour late',
      { status: 'pending_external_approval', bypass: true, latenessMinutes: 61 },
      'overdue',
    ],
    ['never sent to approval', { status: 'draft' }, 'overdue'],
    ['never saved', { status: 'temporary_draft' }, 'overdue'],
    ['in the internal round', { status: 'pending_internal_approval', bypass: true }, 'overdue'],
    ['waiting for fixes', { status: 'requires_revision' }, 'overdue'],
    ['taken back', { status: 'unapproved' }, 'overdue'],
    ['already to be published by hand', { status: 'pending_publish' }, 'nothing'],
    ['already on its way', { status: 'on_publishing' }, 'nothing'],
    ['already live', { status: 'live' }, 'nothing'],
    ['already failed', { status: 'publishing_failed' }, 'nothing'],
    ['deleted', { status: 'deleted' }, 'nothing'],
  ]
  it.each(table)('that is %s', (_told, change, decision) => {
    expect(dueDecision(facts(change))).toBe(decision)
  })

  it('goes out only approved or cleared, as it was approved, with autoposting, and not more than an hour late', () => {
    fc.assert(
      fc.property(anyFacts, each => {
        if (dueDecision(each) !== 'publish') return
        expect(['approved', 'scheduled']).toContain(each.status)
        expect(each).toMatchObject({ digestMatches: true, isAutoposting: true })
        expect(each.latenessMinutes).toBeLessThanOrEqual(60)
      }),
    )
  })

  it('is only ever moved as its lifecycle allows', () => {
    const events = {
      publish: 'publishing_started',
      manual_publish_due: 'manual_publish_due',
      missed_window: 'publishing_failed',
      content_changed: 'publishing_failed',
      approve_by_system_first: 'approved',
    } as const
    fc.assert(
      fc.property(anyFacts, each => {
        const decision = dueDecision(each)
        if (decision === 'overdue' || decision === 'nothing') return
        expect(next(postSocialLifecycle, each.status, events[decision])).not.toBeNull()
      }),
    )
  })

  it('is asked once more after the product approved it, and then settled', () => {
    fc.assert(
      fc.property(anyFacts, each => {
        if (dueDecision(each) !== 'approve_by_system_first') return
        const after = dueDecision({ ...each, status: 'approved', digestMatches: true })
        expect(['publish', 'manual_publish_due']).toContain(after)
      }),
    )
  })
})

describe('A call that was certainly not applied', () => {
  it('is repeated ever later, with half of the wait left to chance', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 50].map(attempts => retryDelayMs(attempts, null, 1))).toEqual([
      5_000, 15_000, 30_000, 60_000, 120_000, 300_000, 300_000, 300_000,
    ])
    expect(retryDelayMs(1, null, 0)).toBe(2_500)
  })

  it('is never repeated before the network said that it may be', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99 }),
        fc.nat(10_000_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempts, asked, random) => {
          expect(retryDelayMs(attempts, asked, random)).toBeGreaterThanOrEqual(asked)
        },
      ),
    )
  })
})

describe('A call whose answer was lost', () => {
  const SECOND = 1_000
  const look = (change: Partial<LookFacts>) =>
    lookDecision({
      verdict: 'absent',
      absentLooks: 1,
      resends: 0,
      sinceSendingMs: 90 * SECOND,
      sinceDueMs: 91 * SECOND,
      ...change,
    })

  it('is live once it is found', () => {
    expect(look({ verdict: 'present' })).toBe('live')
  })
  it('is sent once more when it was absent twice and 90 seconds have passed', () => {
    expect(look({})).toBe('resend')
    expect(look({ absentLooks: 0 })).toBe('look_again')
    expect(look({ sinceSendingMs: 89 * SECOND })).toBe('look_again')
  })
  it('is not sent a third time: a person says', () => {
    expect(look({ resends: 1 })).toBe('unconfirmed')
  })
  it('is not sent once more when its time is an hour past', () => {
    expect(look({ sinceSendingMs: 7_200 * SECOND, sinceDueMs: 7_200 * SECOND })).toBe('missed_window')
  })
  it('is looked for during half an hour when the network cannot be read', () => {
    expect(look({ verdict: 'cannot_tell', sinceSendingMs: 1_799 * SECOND })).toBe('look_again')
    expect(look({ verdict: 'cannot_tell', sinceSendingMs: 1_800 * SECOND })).toBe('unconfirmed')
  })
  it('is never sent again on a single look, nor within 90 seconds', () => {
    const anyLook = fc.record({
      verdict: fc.constantFrom('present' as const, 'absent' as const, 'cannot_tell' as const),
      absentLooks: fc.nat(5),
      resends: fc.nat(2),
      sinceSendingMs: fc.nat(10_000_000),
      sinceDueMs: fc.nat(10_000_000),
    })
    fc.assert(
      fc.property(anyLook, each => {
        if (lookDecision(each) !== 'resend') return
        expect(each).toMatchObject({ verdict: 'absent', resends: 0 })
        expect(each.absentLooks).toBeGreaterThanOrEqual(1)
        expect(each.sinceSendingMs).toBeGreaterThanOrEqual(publishTimings.absentAfterMs)
      }),
    )
  })
})

describe('Media that a network still works on', () => {
  const MINUTE = 60_000
  test.each([
    ['as the network asks at first', 1_000, 0, 1_000],
    ['more rarely the longer it takes', 1_000, 5 * MINUTE, 15_000],
    ['every 30 seconds at most', 1_000, 50 * MINUTE, 30_000],
    ['never sooner than the network asks', 45_000, 50 * MINUTE, 45_000],
  ])('is asked about %s', (_told, asked, since, wait) => {
    expect(pollDelayMs(asked, since)).toBe(wait)
  })
})

describe('Why publishing failed', () => {
  it.each(Object.entries(failureReasons))('%s has words, a cause and a next step', (_name, reason) => {
    for (const words of [reason.text, reason.cause, reason.nextStep]) expect(words).toMatch(/^[A-Z].*\.$/)
  })
})

describe('The life of a publication', () => {
  const events = Object.keys(publicationLifecycle.events) as (keyof typeof publicationLifecycle.events)[]
  const leaving = (status: PublicationStatus) =>
    events.filter(event => publicationLifecycle.events[event].from.includes(status))

  it('ends live or cancelled; what failed is live only by a person’s word', () => {
    expect(leaving('live')).toEqual([])
    expect(leaving('cancelled')).toEqual([])
    expect(leaving('failed')).toEqual(['confirmed_live'])
  })

  it('is taken back only before anything is sent', () => {
    expect(publicationLifecycle.events.cancelled.from).toEqual(['queued', 'preparing'])
  })
})
