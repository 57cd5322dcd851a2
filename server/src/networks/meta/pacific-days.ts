import { addDays } from '#domain/kernel/days.ts'
import { dayOf, instantOf } from '#domain/kernel/time.ts'

/** Meta counts days in Pacific time, whatever the account's own. */
const PACIFIC = 'America/Los_Angeles'
const HALF_A_DAY_MS = 12 * 3_600_000

/** The day it is there. */
export const pacificDay = (instant: Date): string => dayOf(instant, PACIFIC)

/** Values carry the midnight that ends their day. */
export const dayEndingAt = (endTime: string): string =>
  pacificDay(new Date(Date.parse(endTime) - HALF_A_DAY_MS))

const midnight = (day: string): string =>
  String(instantOf({ date: day, time: '00:00', timezone: PACIFIC }).getTime() / 1000)

/** The days from `from` to `to`, both inside, as `since` and `until` of a call. */
export const spanOf = ({ from, to }: { readonly from: string; readonly to: string }) => ({
  since: midnight(from),
  until: midnight(addDays(to, 1)),
})
