import { z } from 'zod'
import { id, instant } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import type { LostTimeReason } from './lost-time.ts'

/** Whose posts a hold keeps back. */
export const holdScopes = ['installation', 'agency', 'project'] as const
export type HoldScope = (typeof holdScopes)[number]

/** Why publishing is held: a closed list, each with words for people (docs/product/publishing.md "Held publishing"). */
export const holdReasons = {
  long_gap: 'Galley was not running for more than an hour.',
  other_database: 'The database was restored or moved to another server.',
  older_database: 'An older copy of the database was put back while Galley was running.',
  clock_set_back: "The database's clock was set back.",
  by_hand: 'Somebody who runs this installation has held it.',
} as const satisfies Record<LostTimeReason | 'by_hand', string>

export type HoldReason = keyof typeof holdReasons
export const holdReasonNames = Object.keys(holdReasons) as [HoldReason, ...HoldReason[]]

/** A hold that keeps something back. `agency_name` and `project_name` name its scope; `lost_from`: what is unknown begins there. */
export const hold = z.strictObject({
  id,
  scope: z.enum(holdScopes),
  reason: z.enum(holdReasonNames),
  agency_name: z.string().nullable(),
  project_name: z.string().nullable(),
  lost_from: instant.nullable(),
  held_at: instant,
})
export type Hold = z.output<typeof hold>

/** What waits for a release. `due_at`: when it should have gone out. */
export const heldPost = z.strictObject({
  publication_id: id,
  kind: z.enum(['post', 'first_comment']),
  post_id: id,
  project_id: id,
  project_name: z.string(),
  social_network: z.enum(socialNetworks),
  text: z.string(),
  due_at: instant,
})
export type HeldPost = z.output<typeof heldPost>

/** How many of what waits one answer holds; releasing all takes all. */
export const HELD_POSTS_MAX = 50
