import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, nothing, pathId } from '#domain/kernel/shapes.ts'
import { postTypes, socialNetworks } from '#domain/networks/model.ts'
import { crop, libraryMedia, media, videoConversion } from './model.ts'

/** The type of the file is read from its content, not from its name. (docs/product/media.md "Calls") */
export const uploadMedia = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/medias',
  summary: 'Upload a photo or a video to a project',
  permission: 'post.edit',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  body: z.strictObject({}),
  files: { media: 1 },
  output: media,
  failures: ['too_large', 'unsupported_media_type', 'too_many_requests'],
})

/** Ids are separated by commas in the path. (docs/product/media.md "Calls") */
export const listMedias = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/medias={ids}',
  summary: 'Get uploaded files by id',
  permission: 'post.see',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId, ids: z.string().regex(/^\d+(,\d+)*$/) }),
  output: z.array(media),
})

/**
 * Called when a file is attached (docs/product/media.md "Restriction check"). For
 * each requested network and post type it answers what they would not accept, in words, and nothing if they accept the file.
 */
export const checkMedia = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/medias/{mediaId}',
  summary: "Check an uploaded file against the networks' limits",
  permission: 'post.edit',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId, mediaId: pathId }),
  body: z.strictObject({
    media_id: id,
    social_options: z
      .array(
        z.strictObject({
          post_social_type: z.enum(postTypes),
          social_network_name: z.enum(socialNetworks),
        }),
      )
      .min(1)
      .max(48),
  }),
  output: z.strictObject({
    is_valid: z.boolean(),
    restrictions: z.array(
      z.strictObject({
        post_social_type: z.enum(postTypes),
        social_network_name: z.enum(socialNetworks),
        errors: z.array(z.string()),
      }),
    ),
  }),
})

/**
 * The original stays: the answer is a file of its own that names it as `parent_media_id`. The crop of a crop is a crop of its original.
 * (docs/product/media.md "Cropping")
 */
export const cropMedia = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/medias/{mediaId}/crop',
  summary: 'Crop, rotate and scale down an uploaded photo',
  permission: 'post.edit',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId, mediaId: pathId }),
  body: crop,
  output: media,
  failures: ['unsupported_media_type', 'upload_limit'],
})

export const deleteMedia = endpoint({
  method: 'DELETE',
  path: '/projects/{projectId}/medias/{mediaId}',
  summary: 'Delete an uploaded file that no post uses',
  permission: 'post.edit',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId, mediaId: pathId }),
  output: nothing,
  failures: ['illegal_transition'],
})

const inProject = z.strictObject({ projectId: pathId })

/** Newest first; `after` is the id of the last file of the page before. (docs/product/media.md "Library") */
export const listMediaLibrary = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/media-library',
  summary: "Browse a project's files",
  permission: 'media.browse',
  cost: 'search',
  scope: { project: 'params.projectId' },
  params: inProject,
  query: z.strictObject({
    q: z.string().max(255).optional(),
    type: z.enum(['image', 'gif', 'video']).optional(),
    /** Only those whose cleaning is announced. */
    is_announced: z.literal('true').optional(),
    after: pathId.optional(),
  }),
  output: z.strictObject({
    medias: z.array(libraryMedia),
    next_after: id.nullable(),
    /** How many files of the project will be cleaned, whatever is searched for. */
    announced: z.number().int(),
  }),
})

/** A file that is kept is never cleaned. (docs/product/media.md "Cleaning") */
export const keepMedia = endpoint({
  method: 'PUT',
  path: '/projects/{projectId}/medias/{mediaId}/kept',
  summary: 'Keep an unused file, or let it be cleaned again',
  permission: 'media.browse',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId, mediaId: pathId }),
  body: z.strictObject({ is_kept: z.boolean() }),
  output: nothing,
})

/**
 * Starts the conversion of a video, or tries one again that has failed or was cancelled. Saving a version starts the ones that it needs by
 * itself. (docs/product/media.md "Converted videos")
 */
export const convertVideo = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/medias/{mediaId}/conversions',
  summary: 'Convert a video for a network',
  permission: 'post.edit',
  cost: 'heavy',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId, mediaId: pathId }),
  body: z.strictObject({ social_network: z.enum(socialNetworks), post_type: z.enum(postTypes) }),
  output: videoConversion,
  failures: ['illegal_transition', 'too_many_requests'],
})

export const cancelConversion = endpoint({
  method: 'DELETE',
  path: '/projects/{projectId}/media-conversions/{conversionId}',
  summary: 'Cancel the conversion of a video',
  permission: 'post.edit',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId, conversionId: pathId }),
  output: nothing,
  failures: ['illegal_transition'],
})
