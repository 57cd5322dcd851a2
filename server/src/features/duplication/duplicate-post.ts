import type * as contract from '#domain/duplication/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { lockPostSocials } from '#server/features/posts/locks.ts'
import { postNotFound } from '#server/features/posts/posts.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { insertCopy } from './copies.ts'
import { readSources } from './sources.ts'

/** On the networks that the post has. */
export const duplicatePost = async (
  { body }: Input<typeof contract.duplicatePost>,
  call: ScopedCall,
): Promise<Answer<typeof contract.duplicatePost>> => {
  const { post_id, ...when } = body
  if (!(await lockPostSocials(call.tx, call.scope, [post_id]))) return postNotFound(post_id)
  const [source] = await readSources(call.tx, call, [post_id])
  if (!source) return postNotFound(post_id)
  const networks = source.versions.map(({ social_network }) => social_network)
  return insertCopy(call, { source, target: call.scope, networks, when }) as Promise<
    Answer<typeof contract.duplicatePost>
  >
}
