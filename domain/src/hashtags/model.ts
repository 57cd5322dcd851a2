import { z } from 'zod'

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
