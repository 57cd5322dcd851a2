import type { LostTimeReason } from './lost-time.ts'

/** Whose posts a hold keeps back. */
export const holdScopes = ['installation', 'agency', 'project'] as const
export type HoldScope = (typeof holdScopes)[number]

/** Why publishing is held: a closed list, each with words for people (docs/product/publishing.md "Held publishing"). */
export const holdReasons = {
  long_gap: 'Galley was not running for more than an hour.',
  other_database: 'The database was restored or moved to another server.',
  older_database: 'An older copy of the database was put back.',
  clock_set_back: "The database's clock was set back.",
  copied_folder: "A copy of the database's folder was put in place.",
  unknown_posts: 'An account shows posts that Galley does not know, from a time that it does not know.',
  by_hand: 'Somebody who runs this installation has held it.',
} as const satisfies Record<LostTimeReason | 'unknown_posts' | 'by_hand', string>

export type HoldReason = keyof typeof holdReasons
export const holdReasonNames = Object.keys(holdReasons) as [HoldReason, ...HoldReason[]]

/** How many of what waits one answer holds; releasing all takes all. */
export const HELD_POSTS_MAX = 50
