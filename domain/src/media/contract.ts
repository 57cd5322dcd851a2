import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, nothing, pathId } from '#domain/kernel/shapes.ts'
import { postTypes, socialNetworks } from '#domain/networks/model.ts'
import { media } from './model.ts'

/** Document 2 section 7 "Media". The file's type is told by its content, not by its name. */
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

/** `GET /projects/{id}/medias={ids}`: the documents' own path, ids separated by commas. */
export const listMedias = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/medias={ids}',
  summary: 'Read uploaded files by their ids',
  permission: 'post.see',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId, ids: z.string().regex(/^\d+(,\d+)*$/) }),
  output: z.array(media),
})

/**
 * Document 2 section 7 "Media": the restriction check, made when a file is attached. The documents do not show its answer; here each
 * network and post type asked about has what it would not take, in words, and nothing where it takes the file.
 */
export const checkMedia = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/medias/{mediaId}',
  summary: 'What networks would not take about an uploaded file',
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
  summary: 'Remove an uploaded file that no post uses',
  permission: 'post.edit',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId, mediaId: pathId }),
  output: nothing,
  failures: ['illegal_transition'],
})
