import { z } from 'zod'
import { day, id } from '#domain/kernel/shapes.ts'

/** A coloured note on one or more days of the calendar (docs/product/labels.md "Day label"). Both ends are included. */
export const dayLabel = z.strictObject({
  id,
  day_label_id: id,
  project_id: id,
  text: z.string(),
  color: z.string(),
  start_at: day,
  end_at: day,
})
export type DayLabel = z.output<typeof dayLabel>
