import { z } from 'zod'
import { id, instant } from '#domain/kernel/shapes.ts'

/** A pause that holds at present (docs/product/publishing.md "Pause"). `project_id` null: of the whole agency. */
export const pause = z.strictObject({
  id,
  agency_id: id,
  project_id: id.nullable(),
  /** In the words of the person who paused it. */
  reason: z.string(),
  paused_at: instant,
  /** Null: until somebody resumes. */
  ends_at: instant.nullable(),
  tells_clients: z.boolean(),
  paused_by: z.string().nullable(),
})
export type Pause = z.output<typeof pause>

/** How much came due in the pauses of a project and waits for a decision. */
export const missedPosts = z.strictObject({ project_id: id, count: z.int() })
export type MissedPosts = z.output<typeof missedPosts>
