import { z } from 'zod'
import { day, id } from '#domain/kernel/shapes.ts'

/** A campaign or content pillar of a project, to which posts can belong (docs/product/campaigns.md "Campaign"). Both days are included. */
export const campaign = z.strictObject({
  id,
  project_id: id,
  name: z.string(),
  /** `#rrggbb`. */
  color: z.string(),
  /** Null: a content pillar, which has no beginning or no end. */
  start_at: day.nullable(),
  end_at: day.nullable(),
  /** What it is to achieve, in the team's words; null: it is the agency's own business, and the caller is a client. */
  goal: z.string().nullable(),
  /** How many posts belong to it; null for clients, who do not see all posts. */
  posts_count: z.int().nullable(),
  /** Increases with every change. */
  version: z.int().positive(),
})
export type Campaign = z.output<typeof campaign>
