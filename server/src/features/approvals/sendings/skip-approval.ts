import type * as contract from '#domain/approvals/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { lockPosts } from '#server/features/approvals/locked-post.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { skipForPost } from './skips.ts'

/**
 * Skips rounds of a post. With no round left on its plan it is scheduled directly; otherwise the skipped rounds are stored and the
 * remaining ones follow (docs/product/approvals.md "Skipping").
 */
export const skipApproval = async (
  { body }: Input<typeof contract.skipApproval>,
  call: ScopedCall,
): Promise<Answer<typeof contract.skipApproval>> => {
  const [post] = (await lockPosts(call.tx, call.scope, [body.post_id])) ?? []
  return post ? skipForPost(call, post, body.skipped_approvals) : fail('not_found')
}
