import { expect, test } from 'vitest'
import { calendarEntry } from '../../../../testing/build-calendar-item.ts'
import { groupByDay } from './days.ts'

test('a day keeps its list of posts until one of them changes, comes or goes', () => {
  const [monday, tuesday, late] = [
    '2026-11-23T10:00:00.000Z',
    '2026-11-24T10:00:00.000Z',
    '2026-11-24T12:00:00.000Z',
  ].map(datetime => calendarEntry({ datetime }))
  if (!monday || !tuesday || !late) throw new Error('three entries')
  const before = groupByDay([monday, tuesday], new Map())
  const after = groupByDay([monday, tuesday, late], before)
  expect(after.get('2026-11-23')).toBe(before.get('2026-11-23'))
  expect(after.get('2026-11-24')).toEqual([tuesday, late])
  const changed = groupByDay([{ ...monday }, tuesday, late], after)
  expect(changed.get('2026-11-23')).not.toBe(after.get('2026-11-23'))
  expect(changed.get('2026-11-24')).toBe(after.get('2026-11-24'))
})
