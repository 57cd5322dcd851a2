import { type Setting, settingValue } from '#domain/permissions/settings.ts'

/** How many hours before its publish time a post should be decided unless the project says otherwise, and the most a project may say. */
export const deadlineHours = { usual: 24, max: 336 } as const

/** The hours before the publish time by which this project wants its posts decided. (docs/product/approvals.md "Deadline") */
export const deadlineHoursOf = (settings: readonly Setting[]): number => {
  const value = settingValue(settings, 'approval-deadline-hours')
  return value === undefined || value === '' ? deadlineHours.usual : Number(value)
}
