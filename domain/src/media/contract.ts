import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, nothing, pathId } from '#domain/kernel/shapes.ts'
import { postTypes, socialNetworks } from '#domain/networks/model.ts'
import { media } from './model.ts'

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
  failures: ['too_large', 'unsupported_media_type'],
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
