import { z } from 'zod'
import { day, id } from '#domain/kernel/shapes.ts'

const every = z.int().min(1).max(12)
/** 1 for Monday to 7 for Sunday. */
const weekday = z.int().min(1).max(7)

/** When a series has its posts. (docs/product/series.md "Rules") */
export const repeatRule = z.discriminatedUnion('frequency', [
  z.strictObject({
    frequency: z.literal('weekly'),
    every,
    weekdays: z
      .array(weekday)
      .min(1)
      .refine(days => new Set(days).size === days.length, 'Each weekday once'),
  }),
  /** In a shorter month its last day. */
  z.strictObject({ frequency: z.literal('monthly_on_day'), every, day: z.int().min(1).max(31) }),
  /** `week` 5 is the last one of the month. */
  z.strictObject({
    frequency: z.literal('monthly_on_weekday'),
    every,
    week: z.int().min(1).max(5),
    weekday,
  }),
])
export type RepeatRule = z.output<typeof repeatRule>

/** Why no drafts are made at the moment. (docs/product/series.md "When it pauses") */
export const seriesProblems = ['template_deleted', 'network_not_connected', 'no_author', 'refused'] as const
export type SeriesProblem = (typeof seriesProblems)[number]

export const series = z.strictObject({
  id,
  rule: repeatRule,
  time: z.string(),
  is_autoposting: z.boolean(),
  starts_on: day,
  until: day.nullable(),
  count: z.int().nullable(),
  problem: z.enum(seriesProblems).nullable(),
  /** Drafts after the post that was asked about which nobody has changed: those that would be replaced or deleted. */
  unchanged_later: z.int(),
})
export type Series = z.output<typeof series>
