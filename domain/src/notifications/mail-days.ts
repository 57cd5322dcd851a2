import type { LocalTime } from '#domain/kernel/time.ts'

/** A day of the week of a timeframe: 0 for Sunday to 6 for Saturday, with its times by the person's own clock. */
export type MailDay = {
  readonly scheduled_day: number
  readonly scheduled_times: readonly LocalTime[]
  readonly isChecked: boolean
}

/** (docs/product/notifications.md "Timeframe") */
export const TIMES_A_DAY = 2

/** As they are shown: Monday first, Sunday last. */
export const daysInOrder: readonly number[] = [1, 2, 3, 4, 5, 6, 0]

/** Every half hour from midnight. */
export const mailTimes: readonly LocalTime[] = Array.from(
  { length: 48 },
  (_, half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
)

/** All seven days, those that were not chosen without times. */
export const wholeWeek = (days: readonly MailDay[]): MailDay[] =>
  daysInOrder.map(day => {
    const own = days.find(({ scheduled_day }) => scheduled_day === day)
    return {
      scheduled_day: day,
      scheduled_times: own?.scheduled_times ?? [],
      isChecked: own?.isChecked ?? false,
    }
  })

/** When mails are sent on this day of the week. */
export const timesOf = (days: readonly MailDay[], day: number): readonly LocalTime[] =>
  days.find(({ scheduled_day, isChecked }) => isChecked && scheduled_day === day)?.scheduled_times ?? []

/** What is missing in a timeframe. `rows`: the checked days without a time, each of which is `required`. */
export type MailDaysProblem = { readonly message: string; readonly rows: readonly number[] }

/** Why these cannot be somebody's times; null if they can. Fixed wording (docs/product/notifications.md "Texts"). */
export const mailDaysProblem = (days: readonly MailDay[]): MailDaysProblem | null => {
  const checked = days.filter(({ isChecked }) => isChecked)
  if (checked.length === 0) return { message: 'Notification days not selected', rows: [] }
  const rows = checked
    .filter(({ scheduled_times: times }) => times.length === 0)
    .map(({ scheduled_day }) => scheduled_day)
  return rows.length > 0 ? { message: 'Timeslots are missing', rows } : null
}
