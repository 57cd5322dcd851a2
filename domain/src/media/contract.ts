import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { nothing, pathId } from '#domain/kernel/shapes.ts'
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
