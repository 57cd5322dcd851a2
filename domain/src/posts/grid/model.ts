import { z } from 'zod'
import { id, instant } from '#domain/kernel/shapes.ts'

/** A post that stands on Instagram (document 2 section 3, "Instagram media item"). */
export const instagramMediaItem = z.strictObject({
  id: z.string(),
  thumbnail_url: z.string().nullable(),
  media_url: z.string().nullable(),
  message: z.string(),
  permalink: z.string().nullable(),
  created_at: instant,
  /** The post of this project that it was published from; null for what came otherwise. */
  post_id: id.nullable(),
})
export type InstagramMediaItem = z.output<typeof instagramMediaItem>
