import { z } from 'zod'
import { id } from '#domain/kernel/shapes.ts'

/**
 * Somebody to mention. `mention` is what goes into the text; `username` (Twitter, Instagram) and `vanity_name` (LinkedIn) are set if the
 * network has such a name. (docs/product/hashtags.md "Mentions")
 */
export const mentionSuggestion = z.strictObject({
  id: z.string(),
  mention: z.string(),
  logo_url: z.string().nullable(),
  name: z.string(),
  username: z.string().optional(),
  vanity_name: z.string().optional(),
})
export type MentionSuggestion = z.output<typeof mentionSuggestion>

/** A keyword that a video may carry, as the network's search named it. */
export const keyword = z.strictObject({ id: z.string(), name: z.string() })
export type Keyword = z.output<typeof keyword>

/**
 * A named set of hashtags of a project (docs/product/hashtags.md "Hashtag pool"). `hashtags` are joined by spaces, each with its sign.
 * `status` is 1, on: a deleted pool is not listed. `version` rises with every change.
 */
export const hashtagPool = z.strictObject({
  id,
  project_id: id,
  pool_name: z.string(),
  hashtags: z.string(),
  tags_count: z.int().positive(),
  status: z.literal(1),
  version: z.int().positive(),
})
export type HashtagPool = z.output<typeof hashtagPool>
