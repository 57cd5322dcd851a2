import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, instant, pathId } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'

const ofVersion = { social_network: z.enum(socialNetworks) }

/**
 * What somebody should look at again before a post goes to others. Another client is named only to people who may see its project.
 * `found`: what names it in the text. `at`: when the other post goes out or went out.
 */
const postWarning = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('other_client'), ...ofVersion, client: z.string(), found: z.string() }),
  z.strictObject({
    kind: z.literal('file_of_other_client'),
    ...ofVersion,
    client: z.string(),
    file: z.string(),
  }),
  z.strictObject({ kind: z.literal('planned_twice'), ...ofVersion, post_id: id, at: instant }),
  z.strictObject({
    kind: z.literal('too_close'),
    ...ofVersion,
    post_id: id,
    at: instant,
    gap_minutes: z.int(),
  }),
])
export type PostWarning = z.output<typeof postWarning>

/** Of a post as it is saved. A warning never prevents anything (docs/product/posts.md "Second look"). */
export const listPostWarnings = endpoint({
  method: 'GET',
  path: '/posts/warnings/{postId}',
  summary: 'List what to look at again before a post goes out',
  permission: 'post.edit',
  scope: { post: 'params.postId' },
  params: z.strictObject({ postId: pathId }),
  output: z.array(postWarning),
})
