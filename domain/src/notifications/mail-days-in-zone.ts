import { addDays, dayOfWeek } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { type LocalTime, localOf } from '#domain/kernel/time.ts'
import { daysInOrder, type MailDay, TIMES_A_DAY, timesOf, wholeWeek } from './mail-days.ts'

/**
 * The same moments by the clock of another zone, as of this week: shown to somebody whose browser is in another zone than when they chose
 * them. Zones that are not whole half hours apart move a time back to the last half hour.
 */
export const mailDaysInZone = (
  days: readonly MailDay[],
  { from, to, now }: { readonly from: string; readonly to: string; readonly now: Date },
): MailDay[] => {
  if (from === to) return wholeWeek(days)
  const { date: today } = localOf(now, from)
  const moved = Array.from({ length: 7 }, (_, n) => addDays(today, n)).flatMap(date =>
    timesOf(days, dayOfWeek(date)).map(time => {
      const there = localOf(instantOf({ date, time, timezone: from }), to)
      return { day: dayOfWeek(there.date), time: onHalfHour(there.time) }
    }),
  )
  return daysInOrder.map(scheduled_day => {
    const times = [...new Set(moved.filter(({ day }) => day === scheduled_day).map(({ time }) => time))]
    return {
      scheduled_day,
      scheduled_times: times.toSorted().slice(0, TIMES_A_DAY),
      isChecked: times.length > 0,
    }
  })
}

const onHalfHour = (time: LocalTime): LocalTime => `${time.slice(0, 3)}${time.slice(3) < '30' ? '00' : '30'}`
