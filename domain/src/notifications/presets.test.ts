import { expect, it } from 'vitest'
import { isChosen, notificationKinds } from './kinds.ts'
import { mailDaysProblem } from './mail-days.ts'
import { needsReader } from './needs-reader.ts'
import { presetFor } from './presets.ts'

const kinds = notificationKinds.filter(isChosen)

it('The recommended preset has everything on, as for somebody who has chosen nothing', () => {
  expect(kinds.map(kind => presetFor('usual', kind).status)).toEqual(kinds.map(() => 1))
  expect(presetFor('usual', 'overdue')).toEqual({ status: 1, timeframe_type_id: 1 })
  expect(presetFor('usual', 'note')).toEqual({ status: 1, timeframe_type_id: 2 })
})

it('Only what needs the reader stays on where that is chosen', () => {
  for (const kind of kinds) expect(presetFor('needed', kind).status).toBe(needsReader(kind) ? 1 : 0)
})

it('Mornings gather what can wait, and nothing else', () => {
  for (const kind of kinds) {
    const { timeframe_type_id, days, status } = presetFor('mornings', kind)
    const canWait = presetFor('usual', kind).timeframe_type_id !== 1
    expect([status, timeframe_type_id]).toEqual([1, canWait ? 3 : 1])
    expect(days?.length).toBe(canWait ? 5 : undefined)
    if (days) expect(mailDaysProblem(days)).toBeNull()
  }
})
