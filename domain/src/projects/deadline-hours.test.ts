import { expect, it } from 'vitest'
import { deadlineHoursOf } from './deadline-hours.ts'

it.each([
  [[], 24],
  [[{ name: 'approval-deadline-hours', value: '' }], 24],
  [[{ name: 'approval-deadline-hours', value: '0' }], 0],
  [[{ name: 'approval-deadline-hours', value: '72' }], 72],
])('A project with the settings %j has deadlines %i hours before the publish time', (settings, hours) => {
  expect(deadlineHoursOf(settings)).toBe(hours)
})
