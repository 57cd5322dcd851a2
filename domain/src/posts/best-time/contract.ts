import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { day, pathId } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'

/**
 * Document 2 section 7, "Best time": 24 hourly numbers, of the hours 0 to 23 in the project's zone. `source`: what they count; `none`
 * goes with zeros and a reason in words.
 */
export const getBestTime = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/{social}/best-time',
  summary: 'When the followers of an account are about',
  permission: 'post.schedule',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId, social: z.enum(socialNetworks) }),
  query: z.strictObject({ date: day }),
  output: z.strictObject({
    values: z.array(z.number()).length(24),
    source: z.enum(['followers_online', 'own_posts', 'none']),
    reason: z.string().nullable(),
  }),
})
