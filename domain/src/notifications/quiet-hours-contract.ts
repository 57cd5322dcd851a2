import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { isTimezone } from '#domain/kernel/time.ts'
import { mailTimes } from './mail-days.ts'

const time = z.enum(mailTimes as [string, ...string[]], 'Times are half hours: HH:00 or HH:30')

/** Half hours by the clock of `timezone`, which is that of the person's browser. */
const quietHours = z
  .strictObject({
    /** On which days they begin: 0 for Sunday to 6 for Saturday. */
    days: z
      .array(z.int().min(0).max(6))
      .min(1, 'Choose at least one day.')
      .refine(days => new Set(days).size === days.length, 'The same day twice'),
    from: time,
    /** The next day, unless it is later than `from`. */
    to: time,
    timezone: z.string().refine(isTimezone, 'Unknown timezone'),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Choose another time than the beginning.' })

/** `quiet_hours` null: the person has none. */
const answer = z.strictObject({ quiet_hours: quietHours.nullable() })
export type ChosenQuietHours = z.output<typeof quietHours>

/** When the caller wants no mails that can wait (docs/product/notifications.md "Quiet hours"). */
export const getQuietHours = endpoint({
  method: 'GET',
  path: '/notifications/quiet-hours',
  summary: 'Get your quiet hours',
  permission: 'signed-in',
  output: answer,
})

export const saveQuietHours = endpoint({
  method: 'PUT',
  path: '/notifications/quiet-hours',
  summary: 'Choose when you want no mails that can wait',
  permission: 'signed-in',
  body: answer,
  output: answer,
})
