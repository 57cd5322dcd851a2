import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { pathId } from '#domain/kernel/shapes.ts'
import { instagramMediaItem } from './model.ts'

/** Document 2 section 7: `GET projects/{id}/instagram-posts-grid`. The error is in words; what was found stands beside it. */
export const getInstagramGrid = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/instagram-posts-grid',
  summary: 'The latest posts of the Instagram account',
  permission: 'post.see',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  output: z.strictObject({ payload: z.array(instagramMediaItem), error: z.string().nullable() }),
})
