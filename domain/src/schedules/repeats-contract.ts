import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { clockTime, day, id, pathId } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'

/**
 * Which of these posts have a text that another post of the project has on the same network, so near in time that the network may refuse it
 * (docs/product/schedules.md "The same text twice"). `date` and `time`: as if they were planned then.
 */
export const listRepeatedTexts = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/repeated-texts',
  summary: 'List posts whose text a network may refuse because another post has it',
  permission: 'post.schedule',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  query: z.strictObject({
    /** Ids, with commas between them. */
    post_ids: z.string().regex(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,299}$/),
    date: day.optional(),
    time: clockTime.optional(),
  }),
  output: z.array(
    z.strictObject({
      post_id: id,
      social_network: z.enum(socialNetworks),
      other_post_id: id,
      /** For people: which network may refuse it, and when the other one goes out or went out. */
      text: z.string(),
    }),
  ),
})
