import type * as contract from '#domain/duplication/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { lockPostSocial, lockPostSocials } from '#server/features/posts/locks.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { insertCopy } from './copies.ts'
import { onlyVersion, readSources } from './sources.ts'

/** Of a post, or of one version of it for all the networks. */
export const duplicateToAnyPlatform = async (
  { body }: Input<typeof contract.duplicateToAnyPlatform>,
  call: ScopedCall,
): Promise<Answer<typeof contract.duplicateToAnyPlatform>> => {
  const { post_id, post_social_id, social_networks: networks, ...when } = body
  const postId = await lockSource(call, post_id, post_social_id)
  const [found] = postId === null ? [] : await readSources(call.tx, call, [postId])
  if (!found) return fail('not_found')
  const source = post_social_id === undefined ? found : onlyVersion(found, post_social_id)
  return insertCopy(call, { source, target: call.scope, networks, when }) as Promise<
    Answer<typeof contract.duplicateToAnyPlatform>
  >
}

const lockSource = async (call: ScopedCall, postId: number | undefined, postSocialId: number | undefined) => {
  if (postSocialId !== undefined) return (await lockPostSocial(call, postSocialId))?.post_id ?? null
  const locked = postId === undefined ? null : await lockPostSocials(call.tx, call.scope, [postId])
  return locked && postId !== undefined ? postId : null
}
