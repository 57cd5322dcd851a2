import { z } from 'zod'
import { id, instant } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import type { VideoStream } from '#domain/networks/video-stream.ts'
import { conversionStatuses, mediaReplicationStatuses } from './status.ts'

/** What browsers' arithmetic may be off by. */
const ROUNDING = 1e-6

export const objectTypes = ['image', 'video', 'gif', 'link'] as const

/** A picture's addresses by size (docs/product/media.md "Preview sizes"). */
export const previews = z.strictObject({ small: z.string(), medium: z.string(), original: z.string() })

const fraction = z.number().min(0).max(1)
const pixels = z.int().min(1).max(20_000)

/**
 * The part of a picture that is shown. `rotation` is clockwise and comes first; the rectangle is in fractions of the rotated picture; `output`
 * is the size in pixels that it is scaled down to, null for none. (docs/product/media.md "Cropping")
 */
export const crop = z
  .strictObject({
    rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
    x: fraction,
    y: fraction,
    width: fraction.gt(0),
    height: fraction.gt(0),
    output: z.strictObject({ width: pixels, height: pixels }).nullable(),
  })
  .refine(({ x, y, width, height }) => x + width <= 1 + ROUNDING && y + height <= 1 + ROUNDING, {
    error: 'The crop must lie inside the picture',
  })
export type Crop = z.output<typeof crop>

/** How a video is encoded (docs/product/media.md "File"). */
export const videoStream = z.strictObject({
  codec: z.string(),
  profile: z.string().nullable(),
  chroma: z.string().nullable(),
  bit_depth: z.number().nullable(),
  dynamic_range: z.enum(['sdr', 'hlg', 'pq']),
  is_wide_gamut: z.boolean(),
  frame_rate: z.number().nullable(),
  has_constant_rate: z.boolean(),
  is_interlaced: z.boolean(),
  has_square_pixels: z.boolean(),
  is_closed_gop: z.boolean(),
  audio: z.strictObject({ codec: z.string(), channels: z.number(), hertz: z.number() }).nullable(),
  has_edit_list: z.boolean(),
  is_index_first: z.boolean(),
}) satisfies z.ZodType<VideoStream>

/** What is known of a stored file (docs/product/media.md "File"). Sizes in bytes and pixels, duration in seconds. */
export const objectData = z.strictObject({
  public_url: z.string(),
  content_type: z.string(),
  file_size: z.number(),
  options: z.strictObject({
    width: z.number().nullable(),
    height: z.number().nullable(),
    ratio: z.number().nullable(),
    type: z.enum(objectTypes),
    duration: z.number().nullable(),
    /** Missing where it is not known. */
    stream: videoStream.optional(),
    /** Of an animation. */
    frames: z.number().optional(),
  }),
  is_temporary: z.boolean(),
  original_name: z.string(),
  user_id: id.nullable(),
  previews: previews.nullable(),
  /** The picture that this one is a crop of, and how; null: it was uploaded as it is. */
  parent_media_id: id.nullable(),
  crop: crop.nullable(),
  /** The design that a picture was exported from; missing if it was not imported. */
  canva_design_id: z.string().optional(),
  /** How the picture came to be, as its file says in IPTC's words: `trainedAlgorithmicMedia` is made by AI. Missing: it says nothing. */
  digital_source_type: z.string().optional(),
})
export type ObjectData = z.output<typeof objectData>

/** Where a file comes from: somebody's device, a design tool, the conversation about a post, or the conversion of a video. (docs/product/media.md "Sources") */
export const mediaSources = ['uploaded', 'imported', 'conversation', 'converted'] as const
export type MediaSource = (typeof mediaSources)[number]

/** A file of a project, attached to a post or not. */
export const media = z.strictObject({
  id,
  project_id: id,
  source: z.enum(mediaSources),
  object_type: z.enum(objectTypes),
  object_data: objectData,
  created_at: instant,
})
export type Media = z.output<typeof media>

/** A post in which a file is used, and the networks of the versions that use it. */
export const mediaUse = z.strictObject({
  post_id: id,
  social_networks: z.array(z.enum(socialNetworks)).min(1),
  message: z.string(),
})

/** A file in the library (docs/product/media.md "Library"). */
export const libraryMedia = z.strictObject({
  ...media.shape,
  /** The latest posts that use it; `uses` counts them all. */
  used_in: z.array(mediaUse),
  uses: z.number().int(),
  /** When it will be cleaned unless it is used or kept; null: not announced. */
  clean_after: instant.nullable(),
  is_kept: z.boolean(),
})
export type LibraryMedia = z.output<typeof libraryMedia>

/** A picture attached to a note or to a request for revision. */
export const conversationPicture = z.strictObject({ id, original_name: z.string(), previews })
export type ConversationPicture = z.output<typeof conversationPicture>

/** The copying of a file whose bytes have not arrived. `failure` in words for people. */
export const mediaReplication = z.strictObject({
  status: z.enum(mediaReplicationStatuses),
  failure: z.string().nullable(),
})
export type MediaReplication = z.output<typeof mediaReplication>

/** A video that is made to fit one network. `progress` from 0 to 1; `failure` in words for people. */
export const videoConversion = z.strictObject({
  id,
  status: z.enum(conversionStatuses),
  progress: z.number(),
  failure: z.string().nullable(),
  /** What a person should know of the result, in words; missing: nothing. */
  note: z.string().optional(),
})
export type VideoConversion = z.output<typeof videoConversion>
