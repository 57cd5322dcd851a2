import { expect, test } from 'vitest'
import { presetOf } from './preset.ts'

test.each([
  [undefined, {}],
  ['2026-12-01', { date: '2026-12-01' }],
  ['2026-12-01T09:30', { date: '2026-12-01', time: '09:30' }],
  ['2026-12-01T25:99', { date: '2026-12-01' }],
  ['2026-02-30T09:30', {}],
  ['tomorrow', {}],
])('the address’s date %s presets %j', (date, preset) => {
  expect(presetOf(date)).toEqual(preset)
})
