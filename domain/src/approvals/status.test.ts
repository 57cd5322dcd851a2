import { describe, expect, test } from 'vitest'
import { next } from '#domain/kernel/lifecycle.ts'
import { type ApprovalStatus, approvalStatuses } from '#domain/posts/status.ts'
import { type ApprovalEvent, approvalLifecycle } from './status.ts'

/** Every status with what can happen in it, and where that leads. Anything else is impossible. */
const expected: Record<ApprovalStatus, Partial<Record<ApprovalEvent, ApprovalStatus>>> = {
  open: { approved: 'approved', revision_requested: 'revision_requested', superseded: 'superseded' },
  approved: {
    revision_requested: 'revision_requested',
    unapproved: 'unapproved',
    reopened: 'open',
    superseded: 'superseded',
  },
  revision_requested: {},
  unapproved: {},
  superseded: { restored_as_approved: 'approved', restored_as_open: 'open' },
}

describe('An approval round', () => {
  const events = Object.keys(approvalLifecycle.events) as ApprovalEvent[]
  const pairs = approvalStatuses.flatMap(status => events.map(event => [status, event] as const))

  test.each(pairs)('that is %s answers %s as the table says', (status, event) => {
    expect(next(approvalLifecycle, status, event)).toBe(expected[status][event] ?? null)
  })
})
