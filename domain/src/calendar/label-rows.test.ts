import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachDay } from '#domain/kernel/days.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { fitLabels, labelsOn } from './label-rows.ts'

const label = (id: number, text: string, start_at: string, end_at = start_at): DayLabel => ({
  id,
  day_label_id: id,
  project_id: 1,
  text,
  color: '#fff',
  start_at,
  end_at,
})

describe('day labels', () => {
  const labels = [label(7, 'Black Friday', '2026-11-21', '2026-11-22'), label(8, 'Advent', '2026-11-29')]

  it('stand on each of their days', () => {
    const on = (date: string) => labelsOn(labels, date).map(({ id }) => id)
    expect(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-29'].map(on)).toEqual([
      [],
      [7],
      [7],
      [],
      [8],
    ])
  })
})

describe('the labels of a grid of days', () => {
  const sale = label(1, 'Sale', '2026-11-24')
  const payday = label(2, 'Payday', '2026-11-23', '2026-11-24')
  const advent = label(3, 'Advent', '2026-11-24', '2026-11-26')
  const fair = label(4, 'Fair', '2026-11-24')

  it('are all shown while three rows have room for them', () => {
    expect(fitLabels([sale, payday, advent])).toEqual({
      shown: [payday, advent, sale],
      hidden: new Map(),
      rows: 3,
    })
  })

  it('are counted from the third on where a day has more, the earliest and longest staying', () => {
    expect(fitLabels([sale, payday, advent, fair])).toEqual({
      shown: [payday, advent],
      hidden: new Map([['2026-11-24', [fair, sale]]]),
      rows: 3,
    })
  })

  it('take no row where there are none', () => {
    expect(fitLabels([])).toEqual({ shown: [], hidden: new Map(), rows: 0 })
  })

  it('are each shown or counted on every one of their days, in three rows at most', () => {
    const day = fc.integer({ min: 10, max: 17 }).map(number => `2026-11-${number}`)
    const some = fc.array(fc.tuple(day, day, fc.string()), { maxLength: 8 })
    fc.assert(
      fc.property(some, made => {
        const all = made.map(([one, other, text], index) =>
          label(index, text, ...([one, other].sort() as [string, string])),
        )
        const { shown, hidden, rows } = fitLabels(all)
        expect(rows).toBeLessThanOrEqual(3)
        for (const date of eachDay({ start: '2026-11-10', end: '2026-11-17' })) {
          const counted = hidden.get(date) ?? []
          const bars = labelsOn(shown, date)
          expect(new Set([...bars, ...counted])).toEqual(new Set(labelsOn(all, date)))
          expect(bars.length + Math.min(counted.length, 1)).toBeLessThanOrEqual(rows)
        }
      }),
    )
  })
})
