import { z } from 'zod'
import { day, id, instant } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'

const common = {
  id,
  /** What people know it by: a post's first message, a label's text, a campaign's, a pool's or a file's name. */
  title: z.string(),
  deleted_at: instant,
  /** Null: it was deleted before Galley kept the name, or the person is gone. */
  deleted_by: z.strictObject({ id, name: z.string() }).nullable(),
  /** When it is deleted for good. */
  leaves_at: instant,
}

/** One deleted thing. `scheduled_at`: the time that the post had, also if it has passed. */
export const binItem = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    kind: z.literal('post'),
    social_networks: z.array(z.enum(socialNetworks)),
    scheduled_at: instant.nullable(),
    /** Where it is live and its first comment has not been added yet. */
    pending_comments: z.array(z.enum(socialNetworks)),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('day_label'),
    color: z.string(),
    start_at: day,
    end_at: day,
  }),
  z.strictObject({
    ...common,
    kind: z.literal('campaign'),
    color: z.string(),
    start_at: day.nullable(),
    end_at: day.nullable(),
  }),
  z.strictObject({ ...common, kind: z.literal('hashtag_pool'), tags_count: z.int() }),
  z.strictObject({
    ...common,
    kind: z.literal('media'),
    object_type: z.enum(['image', 'gif', 'video']),
    file_size: z.int(),
    /** The address of its small preview, for those who may see the bin; null: it has none. */
    preview: z.string().nullable(),
  }),
])
export type BinItem = z.output<typeof binItem>

/** The place in the bin after which a page begins: newest deletions first. */
export type BinPlace = { readonly deletedAt: Date; readonly id: number }

/** What a page of the bin reads: what was deleted since then, after this place. */
export type BinRange = { readonly since: Date; readonly after: BinPlace | null; readonly limit: number }
