import { type Setting, settingValue } from '#domain/permissions/settings.ts'

/** How many hours before a deadline approvers are reminded unless the project says otherwise, and what a project may say. */
export const reminderHours = { usual: [48, 24, 4], max: 168, times: 5 } as const

/** As the setting is stored where nobody is to be reminded: an empty value means the usual hours. */
export const NO_REMINDERS = 'none'

/** The hours before a deadline at which this project reminds its approvers, the earliest first. (docs/product/approvals.md "Reminders") */
export const reminderHoursOf = (settings: readonly Setting[]): readonly number[] => {
  const value = settingValue(settings, 'approval-reminder-hours') ?? ''
  if (value === NO_REMINDERS) return []
  return value === '' ? reminderHours.usual : descending(value.split(',').map(Number))
}

/** How these hours are stored. */
export const reminderHoursValue = (hours: readonly number[]): string =>
  hours.length === 0 ? NO_REMINDERS : descending(hours).join(',')

/** Whether a text can be stored: empty, `none`, or some hours that differ, such as `48,24,4`. */
export const isReminderHours = (value: string): boolean => {
  if (value === '' || value === NO_REMINDERS) return true
  const hours = value.split(',')
  const isEachPossible = hours.every(one => /^[1-9]\d{0,2}$/.test(one) && Number(one) <= reminderHours.max)
  return isEachPossible && hours.length <= reminderHours.times && new Set(hours).size === hours.length
}

const descending = (hours: readonly number[]): number[] => hours.toSorted((one, other) => other - one)
