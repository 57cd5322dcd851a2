import type * as contract from '#domain/duplication/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import { lockPostSocials } from '#server/features/posts/locks.ts'
import { postNotFound } from '#server/features/posts/posts.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { findCloneTarget } from './clone-targets.ts'
import { insertCopy } from './copies.ts'
import { readSources } from './sources.ts'

export const clonePost = async (
  { body }: Input<typeof contract.clonePost>,
  call: ScopedCall,
): Promise<Answer<typeof contract.clonePost>> => {
  const { post_id, to_project_id, social_networks: networks, ...when } = body
  const target = await findCloneTarget(call.tx, call, to_project_id)
  if (isFailure(target)) return target
  if (!(await lockPostSocials(call.tx, call.scope, [post_id]))) return postNotFound(post_id)
  const [source] = await readSources(call.tx, call, [post_id])
  return source ? insertCopy(call, { source, target, networks, when }) : postNotFound(post_id)
}
