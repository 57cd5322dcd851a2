import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Role, roles } from '#domain/permissions/table.ts'
import { type ApprovalType, approvalTypes } from '#domain/posts/status.ts'
import { nextRound, roundsOnPlan } from './plan.ts'

const agency: readonly { role: Role }[] = [{ role: 'agency-admin' }, { role: 'internal-approver' }]
const withClient = [...agency, { role: 'external-approver' as const }]

describe('The approval plan', () => {
  test.each<[ApprovalType[], typeof agency, ApprovalType[]]>([
    [[], withClient, ['internal', 'external']],
    [[], agency, ['internal']],
    [['internal'], withClient, ['external']],
    [['internal'], agency, []],
    [['external'], withClient, ['internal']],
    [['external', 'internal'], withClient, []],
  ])('with %j skipped, among %j, holds %j', (skipped, people, rounds) => {
    expect(roundsOnPlan(skipped, people)).toEqual(rounds)
  })

  it('is gone through once, in order, and ends', () => {
    const people = fc.array(fc.record({ role: fc.constantFrom(...roles) }))
    fc.assert(
      fc.property(fc.subarray([...approvalTypes]), people, (skipped, present) => {
        const plan = roundsOnPlan(skipped, present)
        const walked: ApprovalType[] = []
        for (let type = nextRound(plan, null); type !== null; type = nextRound(plan, type)) walked.push(type)
        expect(walked).toEqual(plan)
      }),
    )
  })

  it('continues with the external round even if the internal one was skipped after its approval', () => {
    expect(nextRound(['external'], 'internal')).toBe('external')
    expect(nextRound(['internal'], 'external')).toBeNull()
  })
})
