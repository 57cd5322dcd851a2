import { describe, expect, it } from 'vitest'
import { isReminderHours, reminderHoursOf, reminderHoursValue } from './reminder-hours.ts'

const stored = (value: string) => [{ name: 'approval-reminder-hours', value }]

describe('The hours of reminders', () => {
  it.each([
    [[], [48, 24, 4]],
    [stored(''), [48, 24, 4]],
    [stored('none'), []],
    [stored('4,72'), [72, 4]],
  ])('of a project with the settings %j are %j', (settings, hours) => {
    expect(reminderHoursOf(settings)).toEqual(hours)
  })

  it.each([[[]], [[4]], [[168, 72, 1]]])('%j are read as they were stored', hours => {
    expect(isReminderHours(reminderHoursValue(hours))).toBe(true)
    expect(reminderHoursOf(stored(reminderHoursValue(hours)))).toEqual(hours)
  })

  it.each(['0', '169', '4,4', '4,', ' 4', '1.5', '-4', 'never', '1,2,3,4,5,6'])('cannot be %j', value => {
    expect(isReminderHours(value)).toBe(false)
  })
})
