import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import { daysInOrder, timesOf } from '#domain/notifications/mail-days.ts'
import type { NotificationSetting } from '#domain/notifications/model.ts'
import { type Weekday, weekdayNames } from '#domain/projects/time-slots.ts'

/** `day`: 0 for Sunday to 6 for Saturday. */
export const nameOfDay = (day: number): string => weekdayNames[(day || 7) as Weekday]

/** `12:00AM`. Fixed wording (docs/product/notifications.md "Texts"). */
export const timeText = (time: string): string =>
  formatLocal({ date: '2000-01-01', time }, formats.time).replace(/\s/, '')

// Fixed wording (docs/product/notifications.md "Texts").
export const modeNames = { 1: 'Immediate', 2: 'Hourly', 3: 'Timeframe' } as const

type Days = Parameters<typeof timesOf>[0]

const inWords = (days: Days): string => {
  const chosen = daysInOrder
    .map(day => ({ day, times: timesOf(days, day).map(timeText).join(', ') }))
    .filter(({ times }) => times !== '')
  const isSame = chosen.every(({ times }) => times === chosen[0]?.times)
  const names = chosen.map(({ day }) => nameOfDay(day).slice(0, 3))
  if (isSame && chosen[0]) {
    const when = chosen.length === 7 ? 'Every day' : names.join(', ')
    return `${when} at ${chosen[0].times}`
  }
  return chosen.map(({ day, times }) => `${nameOfDay(day).slice(0, 3)} ${times}`).join('; ')
}

/** When mails of a setting come, in words: `Hourly`, `Mon, Tue at 9:00AM`. `days`: by the reader's clock. */
export const deliveryText = (
  { timeframe_type_id: mode, status }: Pick<NotificationSetting, 'timeframe_type_id' | 'status'>,
  days: Days,
): string => {
  if (status === 0) return 'No mails'
  return mode === 3 ? inWords(days) : modeNames[mode]
}
