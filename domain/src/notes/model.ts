import { z } from 'zod'
import { id, instant } from '#domain/kernel/shapes.ts'
import { mark } from '#domain/marks/model.ts'
import { conversationPicture } from '#domain/media/model.ts'

/** What somebody said about a version of a post (docs/product/notes.md "What it does"). */
export const note = z.strictObject({
  id,
  post_social_id: id,
  message: z.string(),
  /** False: only the agency reads it. */
  is_for_client: z.boolean(),
  /** The people it mentions, as far as the reader may know of them. */
  mentions: z.array(z.strictObject({ id, name: z.string() })),
  attachments: z.array(conversationPicture),
  /** The places that it is about. Missing: none. */
  marks: z.array(mark).optional(),
  created_at: instant,
  /** Later than `created_at`: it has been edited. */
  updated_at: instant,
  /** Null for a client when somebody of the agency wrote it. */
  created_by_user: z
    .strictObject({ id, name: z.string(), avatar_image_link: z.string().nullable() })
    .nullable(),
})
export type Note = z.output<typeof note>
