import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, eachDay } from '#domain/kernel/days.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { bandsOf, fitLabels, labelsOn } from './label-rows.ts'

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

  it('are shown on each of their days', () => {
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
  const barOf = (one: DayLabel, row: number, start = one.start_at, end = one.end_at) => ({
    label: one,
    row,
    start,
    end,
  })

  it('are bars over their days, the earliest and longest on top', () => {
    const brunch = label(5, 'Brunch', '2026-11-23')
    expect(fitLabels([brunch, payday])).toEqual({
      bars: [barOf(payday, 0), barOf(brunch, 1)],
      hidden: new Map(),
    })
  })

  it('move up where the label above them has ended', () => {
    expect(fitLabels([payday, advent]).bars).toEqual([
      barOf(payday, 0),
      barOf(advent, 1, '2026-11-24', '2026-11-24'),
      barOf(advent, 0, '2026-11-25', '2026-11-26'),
    ])
  })

  it('are counted from the third on where a day has more than three', () => {
    const { bars, hidden } = fitLabels([sale, payday, advent, fair])
    expect(hidden).toEqual(new Map([['2026-11-24', [fair, sale]]]))
    expect(bars.map(bar => bar.label.text)).toEqual(['Payday', 'Advent', 'Advent'])
  })

  it('are cut at the ends of the weeks, and every day knows how many rows it needs', () => {
    const tour = label(6, 'Tour', '2026-11-21', '2026-11-24')
    const weeks = ['2026-11-16', '2026-11-23'].map(start => eachDay({ start, end: addDays(start, 6) }))
    const bands = bandsOf(fitLabels([tour, sale, fair, advent]), weeks)
    const read = [...bands].map(([date, { bars, hidden, rows }]) => [
      date,
      bars.map(bar => `${bar.label.text} ${bar.days}`),
      hidden.length,
      rows,
    ])
    expect(read).toEqual([
      ['2026-11-21', ['Tour 2'], 0, 1],
      ['2026-11-22', [], 0, 1],
      ['2026-11-23', ['Tour 2'], 0, 1],
      ['2026-11-24', ['Advent 1'], 2, 3],
      ['2026-11-25', ['Advent 2'], 0, 1],
      ['2026-11-26', [], 0, 1],
    ])
  })

  it('take no row on days without labels', () => {
    expect(fitLabels([])).toEqual({ bars: [], hidden: new Map() })
  })

  it('fill the rows of every day from the top without gaps, and show or count each label', () => {
    const day = fc.integer({ min: 10, max: 17 }).map(number => `2026-11-${number}`)
    const some = fc.array(fc.tuple(day, day, fc.string()), { maxLength: 8 })
    fc.assert(
      fc.property(some, made => {
        const all = made.map(([one, other, text], index) =>
          label(index, text, ...([one, other].sort() as [string, string])),
        )
        const { bars, hidden } = fitLabels(all)
        for (const date of eachDay({ start: '2026-11-10', end: '2026-11-17' })) {
          const counted = hidden.get(date) ?? []
          const here = bars.filter(({ start, end }) => start <= date && date <= end)
          expect(here.map(({ row }) => row).sort()).toEqual(here.map((_, row) => row))
          expect(here.length + Math.min(counted.length, 1)).toBeLessThanOrEqual(3)
          expect(new Set([...here.map(bar => bar.label), ...counted])).toEqual(new Set(labelsOn(all, date)))
        }
      }),
    )
  })
})
