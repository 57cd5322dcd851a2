import type * as contract from '#domain/duplication/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type { Post } from '#domain/posts/model.ts'
import { lockPostSocials } from '#server/features/posts/locks.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { insertCopy } from './copies.ts'
import { readSources } from './sources.ts'

/** All or none: the first refusal refuses the whole batch. */
export const duplicateToAnyPlatformBatch = async (
  { body }: Input<typeof contract.duplicateToAnyPlatformBatch>,
  call: ScopedCall,
): Promise<Answer<typeof contract.duplicateToAnyPlatformBatch>> => {
  const { post_ids, social_networks: networks, ...when } = body
  const ids = [...new Set(post_ids)]
  if (!(await lockPostSocials(call.tx, call.scope, ids))) return fail('not_found')
  const made: Post[] = []
  for (const source of await readSources(call.tx, call, ids)) {
    const copy = await insertCopy(call, { source, target: call.scope, networks, when })
    if (isFailure(copy)) return copy as Exclude<Answer<typeof contract.duplicateToAnyPlatformBatch>, Post[]>
    made.push(copy)
  }
  return made
}
