import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { isTimezone } from '#domain/kernel/time.ts'
import { mailTimes } from './mail-days.ts'

const digest = z.strictObject({
  /** 0 for Sunday to 6 for Saturday. */
  days: z
    .array(z.int().min(0).max(6))
    .min(1)
    .refine(days => new Set(days).size === days.length, 'The same day twice'),
  /** By the clock of `timezone`, which is that of the person's browser. */
  time: z.enum(mailTimes as [string, ...string[]], 'Times are half hours: HH:00 or HH:30'),
  timezone: z.string().refine(isTimezone, 'Unknown timezone'),
})

const preferences = z.strictObject({
  /** When the board is mailed; null: it is not. */
  digest: digest.nullable(),
  /** Whether the person begins on the board after signing in. */
  lands_on_board: z.boolean(),
})
export type BoardPreferences = z.output<typeof preferences>

/** What the caller has chosen about the board (docs/product/board.md "Daily mail"). */
export const getBoardPreferences = endpoint({
  method: 'GET',
  path: '/board/preferences',
  summary: 'Get what you have chosen about the board',
  permission: 'signed-in',
  output: preferences,
})

export const saveBoardPreferences = endpoint({
  method: 'PUT',
  path: '/board/preferences',
  summary: 'Choose whether the board is mailed to you, and whether you begin there',
  permission: 'signed-in',
  body: preferences,
  output: preferences,
})
