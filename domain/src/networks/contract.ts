import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { postTypes, socialNetworks } from './model.ts'

const imageRestrictions = z.strictObject({
  valid_file_type: z.array(z.string()),
  max_file_size: z.number(),
  min_width: z.number().nullable(),
  min_height: z.number().nullable(),
  max_width: z.number().nullable(),
  max_height: z.number().nullable(),
})
const mediaRestrictions = z.strictObject({
  image: imageRestrictions,
  video: imageRestrictions.extend({ min_duration: z.number(), max_duration: z.number() }),
  gif: imageRestrictions.nullable(),
})
const postTypeRestrictions = z.strictObject({
  min_mediafiles: z.number(),
  max_mediafiles: z.number(),
  media_kinds: z.array(z.string()),
  max_video_duration: z.number().nullable(),
  is_message_required: z.boolean(),
  is_link_required: z.boolean(),
  is_autoposting_allowed: z.boolean(),
})
const contentRestrictions = z.strictObject({
  message: z.strictObject({
    max_length: z.number(),
    max_first_comment_length: z.number(),
    max_mediafiles: z.number(),
  }),
  mediaRestrictions,
  link: z.strictObject({ min_length: z.number(), max_length: z.number() }).nullable(),
  cards: z.strictObject({ min_cards: z.number(), max_cards: z.number() }).nullable(),
  post_types: z.partialRecord(z.enum(postTypes), postTypeRestrictions),
})

/** What a post may contain, by network (docs/product/networks.md "Text limits"). */
export const listContentRestrictions = endpoint({
  method: 'GET',
  path: '/global-options/social-content-restrictions',
  summary: 'Get the content limits of each network',
  permission: 'signed-in',
  output: z.record(z.enum(socialNetworks), contentRestrictions),
})

/** What an image and a video must be, by network (docs/product/networks.md "Media limits"). */
export const listMediaRestrictions = endpoint({
  method: 'GET',
  path: '/global-options/social-media-restrictions',
  summary: 'Get the image and video requirements of each network',
  permission: 'signed-in',
  output: z.record(z.enum(socialNetworks), mediaRestrictions),
})
