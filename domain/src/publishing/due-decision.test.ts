import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { next } from '#domain/kernel/lifecycle.ts'
import { postSocialLifecycle, postSocialStatuses } from '#domain/posts/status.ts'
import { type DueDecision, type DueFacts, dueDecision } from './due-decision.ts'

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
    ['never sent for approval', { status: 'draft' }, 'overdue'],
    ['never saved', { status: 'temporary_draft' }, 'nothing'],
    ['in the internal round', { status: 'pending_internal_approval', bypass: true }, 'overdue'],
    ['waiting for fixes', { status: 'requires_revision' }, 'overdue'],
    ['taken back', { status: 'unapproved' }, 'overdue'],
    ['already to be published by hand', { status: 'pending_publish' }, 'nothing'],
    ['already on its way', { status: 'on_publishing' }, 'nothing'],
    ['already live', { status: 'live' }, 'nothing'],
    ['already failed', { status: 'publishing_failed' }, 'nothing'],
    ['deleted', { status: 'deleted' }, 'nothing'],
  ]
  it.each(table)('that is %s', (_name, change, decision) => {
    expect(dueDecision(facts(change))).toBe(decision)
  })

  it('is published only if approved or cleared and unchanged since, with autoposting on, and at most an hour late', () => {
    fc.assert(
      fc.property(anyFacts, each => {
        if (dueDecision(each) !== 'publish') return
        expect(['approved', 'scheduled']).toContain(each.status)
        expect(each).toMatchObject({ digestMatches: true, isAutoposting: true })
        expect(each.latenessMinutes).toBeLessThanOrEqual(60)
      }),
    )
  })

  it('only makes moves that its lifecycle allows', () => {
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

  it('is decided again after the product has approved it, and that decision is final', () => {
    fc.assert(
      fc.property(anyFacts, each => {
        if (dueDecision(each) !== 'approve_by_system_first') return
        const after = dueDecision({ ...each, status: 'approved', digestMatches: true })
        expect(['publish', 'manual_publish_due']).toContain(after)
      }),
    )
  })
})
