import { NETWORK_ZONE, pacificDay } from '#domain/analytics/pacific-days.ts'
import { addDays } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'

const HALF_A_DAY_MS = 12 * 3_600_000

/** The day of a value, which is dated by the midnight at its end. */
export const dayEndingAt = (endTime: string): string =>
  pacificDay(new Date(Date.parse(endTime) - HALF_A_DAY_MS))

const midnight = (day: string): string =>
  String(instantOf({ date: day, time: '00:00', timezone: NETWORK_ZONE }).getTime() / 1000)

/** `since` and `until` of a call for the days from `from` to `to`, inclusive. */
export const spanOf = ({ from, to }: { readonly from: string; readonly to: string }) => ({
  since: midnight(from),
  until: midnight(addDays(to, 1)),
})
