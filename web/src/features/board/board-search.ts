import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Risk } from '#domain/publishing/outlook-codes.ts'

/** The filters of the board, as its address has them. `clients`: ids with commas between them. */
export type BoardSearch = {
  clients?: string | undefined
  person?: number | undefined
  network?: SocialNetwork | undefined
  risk?: Risk | undefined
  label?: string | undefined
  /** The screen on a wall: large, without controls. */
  wall?: true | undefined
}
