import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type ApprovalType, approvalTypes } from '#domain/posts/status.ts'
import { nextRound, roundsOnPlan, skipOffer } from './plan.ts'

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
