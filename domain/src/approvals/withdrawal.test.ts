import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { next } from '#domain/kernel/lifecycle.ts'
import { type ApprovalStatus, type PostSocialStatus, postSocialLifecycle } from '#domain/posts/status.ts'
import { approvalLifecycle } from './status.ts'
import {
  type ApprovalState,
  isSameState,
  isWithdrawal,
  membersToRestore,
  roundsToRestore,
} from './withdrawal.ts'

const D = 'a content'
const given = (approval_id: number, content_digest = D, user_id = 7) => ({
  approval_id,
  user_id,
  is_chosen: true,
  content_digest,
  decided_at: '2026-06-01T10:00:00.000Z',
})
const state = (
  rounds: readonly ApprovalStatus[],
  status: PostSocialStatus,
  approvals: ApprovalState['approvals'] = [],
  cleared_digest: string | null = null,
): ApprovalState => ({
  rounds: rounds.map((is, index) => ({
    id: index + 1,
    type: index === 0 ? 'internal' : 'external',
    status: is,
  })),
  approvals,
  versions: [{ id: 1, status, cleared_digest }],
})
const digests = { carrier: D, of: () => D }
const approved = state(['approved', 'approved'], 'approved', [given(1), given(2)], D)
const reopened = state(['open', 'superseded'], 'pending_internal_approval')

describe('An edit', () => {
  test.each<[string, ApprovalState, ApprovalState, boolean]>([
    ['reopened rounds', approved, reopened, true],
    ['took nothing away', approved, approved, false],
    [
      'took one approval of an open round',
      state(['open'], 'pending_internal_approval', [given(1)]),
      state(['open'], 'pending_internal_approval'),
      true,
    ],
    ['met an open round that nobody approved', reopened, reopened, false],
    [
      'changed what was not what is cleared',
      { ...approved, versions: [{ id: 1, status: 'approved', cleared_digest: 'other' }] },
      reopened,
      false,
    ],
    [
      'changed what nobody had approved',
      { ...approved, approvals: [given(1, 'other'), given(2, 'other')] },
      reopened,
      false,
    ],
  ])('that %s: withdraws what may count again, %#', (_, was, became, expected) => {
    expect(isWithdrawal(was, became, digests)).toBe(expected)
  })
})

describe('Approvals may count again', () => {
  test.each<[string, ApprovalState, boolean]>([
    ['after edits alone', reopened, true],
    [
      'while somebody has approved other content in the open round',
      { ...reopened, approvals: [given(1, 'other')] },
      true,
    ],
    [
      'not after a request for revision',
      state(['revision_requested', 'superseded'], 'requires_revision'),
      false,
    ],
    [
      'not after it was sent again',
      state(['superseded', 'superseded', 'open'], 'pending_internal_approval'),
      false,
    ],
    [
      'not after the round was decided for other content',
      state(['approved', 'superseded', 'open'], 'pending_external_approval'),
      false,
    ],
    ['not after it was skipped', state(['superseded', 'superseded'], 'scheduled'), false],
  ])('%s', (_, is, expected) => {
    expect(isSameState(reopened, is)).toBe(expected)
  })

  it('by events that the lifecycles have, and end where they began', () => {
    const roundStates = fc.constantFrom<[ApprovalStatus, ApprovalStatus]>(
      ['approved', 'open'],
      ['approved', 'superseded'],
      ['open', 'superseded'],
      ['open', 'open'],
      ['approved', 'approved'],
    )
    fc.assert(
      fc.property(fc.array(roundStates, { maxLength: 4 }), pairs => {
        const was = state(
          pairs.map(([before]) => before),
          'approved',
        )
        const is = state(
          pairs.map(([, after]) => after),
          'pending_internal_approval',
        )
        const reached = new Map(is.rounds.map(({ id, status }) => [id, status]))
        for (const { id, event } of roundsToRestore(was, is))
          reached.set(id, next(approvalLifecycle, reached.get(id) ?? 'open', event) ?? 'unapproved')
        expect([...reached.values()]).toEqual(was.rounds.map(({ status }) => status))
      }),
    )
  })

  test.each<[PostSocialStatus, PostSocialStatus, PostSocialStatus]>([
    ['approved', 'pending_internal_approval', 'approved'],
    ['approved', 'pending_external_approval', 'approved'],
    ['publishing_failed', 'pending_internal_approval', 'approved'],
    ['pending_publish', 'pending_external_approval', 'approved'],
    ['pending_external_approval', 'pending_internal_approval', 'pending_external_approval'],
    ['pending_internal_approval', 'pending_internal_approval', 'pending_internal_approval'],
    ['live', 'live', 'live'],
  ])('and lead a version that was %s and is %s to %s', (before, after, expected) => {
    const [step] = membersToRestore(state([], before), state([], after))
    expect(step ? next(postSocialLifecycle, after, step.event) : after).toBe(expected)
  })
})
