import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApprovalActionType } from '#domain/approvals/status.ts'
import { type Decision, median, ninetiethPercentile, turnaroundOf, waitsOf } from './turnaround.ts'

const at = (hours: number) => new Date(Date.UTC(2026, 2, 2) + hours * 3_600_000)
type Entry = readonly [hours: number, type: ApprovalActionType, by?: number]
const waits = (entries: readonly Entry[], { isOpen = false, chosen = 0 } = {}) =>
  waitsOf({
    openedAt: at(0),
    isOpen,
    chosen,
    actions: entries.map(([hours, type, by = 1]) => ({ at: at(hours), type, by })),
  }).map(({ from, until, by }) => [
    (from.getTime() - at(0).getTime()) / 3_600_000,
    (until.getTime() - at(0).getTime()) / 3_600_000,
    by,
  ])

describe('The waits of a round', () => {
  it.each<[string, readonly Entry[], { isOpen?: boolean; chosen?: number }, unknown]>([
    ['end with the approval', [[5, 'approved']], {}, [[0, 5, 1]]],
    ['end with the request for a revision', [[4, 'revision_requested', 2]], {}, [[0, 4, 2]]],
    ['are none while it is open', [], { isOpen: true }, []],
    ['are none when another sending took its place', [], {}, []],
    [
      'end with the last of those who were chosen',
      [
        [1, 'approved', 1],
        [6, 'approved', 2],
      ],
      { chosen: 2 },
      [[0, 6, 2]],
    ],
    ['have not ended when one of two has approved', [[1, 'approved', 1]], { chosen: 2, isOpen: true }, []],
    [
      'end with the revision of the second',
      [
        [1, 'approved', 1],
        [6, 'revision_requested', 2],
      ],
      { chosen: 2 },
      [[0, 6, 2]],
    ],
    ['end with an admin who approves for all', [[3, 'approved_by_admin', 9]], { chosen: 2 }, [[0, 3, 9]]],
    [
      'go on when the approval is undone',
      [
        [1, 'approved'],
        [1.1, 'approval_undone'],
        [8, 'approved'],
      ],
      {},
      [[0, 8, 1]],
    ],
    [
      'do not grow by a revision days after the approval',
      [
        [2, 'approved'],
        [90, 'revision_requested'],
      ],
      {},
      [[0, 2, 1]],
    ],
    [
      'begin again with an edit after the approval',
      [
        [2, 'approved'],
        [50, 'content_changed'],
        [53, 'approved', 3],
      ],
      {},
      [
        [0, 2, 1],
        [50, 53, 3],
      ],
    ],
    [
      'begin again with an edit when one of two has approved',
      [
        [2, 'approved'],
        [5, 'content_changed'],
        [6, 'approved', 1],
        [8, 'approved', 2],
      ],
      { chosen: 2 },
      [[5, 8, 2]],
    ],
    [
      'need no second decision when the edit is taken back',
      [
        [2, 'approved'],
        [50, 'content_changed'],
        [60, 'approval_restored'],
      ],
      {},
      [[0, 2, 1]],
    ],
  ])('%s', (_, entries, round, expected) => {
    expect(waits(entries, round)).toEqual(expected)
  })

  it('never overlap, whatever happens in a round', () => {
    const type = fc.constantFrom<ApprovalActionType>(
      ...(['approved', 'approved_by_admin', 'approval_undone', 'content_changed'] as const),
      ...(['approval_restored', 'revision_requested', 'unapproved', 'question_pushed'] as const),
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(type, fc.integer({ min: 1, max: 3 }))),
        fc.boolean(),
        (entries, isOpen) => {
          const found = waits(
            entries.map(([type, by], index): Entry => [index + 1, type, by]),
            { isOpen, chosen: 2 },
          )
          const times = found.flatMap(([from, until]) => [Number(from), Number(until)])
          expect(times).toEqual(times.toSorted((a, b) => a - b))
        },
      ),
    )
  })
})

describe('Of any times', () => {
  const values = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1 })

  it('half are at most the median, and half at least', () => {
    fc.assert(
      fc.property(values, all => {
        const middle = median(all) ?? Number.NaN
        expect(all.filter(value => value <= middle).length * 2).toBeGreaterThanOrEqual(all.length)
        expect(all.filter(value => value >= middle).length * 2).toBeGreaterThanOrEqual(all.length)
      }),
    )
  })

  it('nine of ten are at most the 90th percentile, which is one of them and the smallest such', () => {
    fc.assert(
      fc.property(values, all => {
        const high = ninetiethPercentile(all) ?? Number.NaN
        const share = (limit: number) => all.filter(value => value <= limit).length / all.length
        expect(share(high)).toBeGreaterThanOrEqual(0.9)
        for (const smaller of all.filter(value => value < high)) expect(share(smaller)).toBeLessThan(0.9)
      }),
    )
  })
})

describe('The turnaround of a side', () => {
  const decision = (postId: number, from: number, until: number, late: number | null = null): Decision => ({
    postId,
    from: at(from),
    until: at(until),
    by: 1,
    lateAfter: late === null ? null : at(late),
  })

  it('counts versions of a post that were sent together as one round', () => {
    const decisions = [decision(1, 0, 2), decision(1, 0, 4), decision(1, 9, 10), decision(2, 0, 6)]
    expect(turnaroundOf(decisions)).toEqual({
      decisions: 4,
      median_minutes: 180,
      p90_minutes: 360,
      rounds_per_post: 1.5,
      late: 0,
    })
  })

  it('is late if a deadline passed while it was asked, and not by one before or after', () => {
    expect(turnaroundOf([decision(1, 5, 9, 7), decision(2, 5, 9, 3), decision(3, 5, 9, 11)]).late).toBe(1)
  })

  it('is empty without decisions', () => {
    expect(turnaroundOf([])).toEqual({
      decisions: 0,
      median_minutes: null,
      p90_minutes: null,
      rounds_per_post: null,
      late: 0,
    })
  })
})
