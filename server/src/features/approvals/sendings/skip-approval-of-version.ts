import type * as contract from '#domain/approvals/contract.ts'
import { masterOf } from '#domain/approvals/rounds.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { isLedByMasterIn, ledByMaster, lockPostOf } from '#server/features/approvals/locked-post.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { skipForPost, skipForVersion } from './skips.ts'

/**
 * Skips rounds of one version of a post. With master content only the master may be named, and it skips for all
 * (docs/product/approvals.md "Skipping").
 */
export const skipApprovalOfVersion = async (
  { body }: Input<typeof contract.skipApprovalOfVersion>,
  call: ScopedCall,
): Promise<Answer<typeof contract.skipApprovalOfVersion>> => {
  const locked = await lockPostOf(call.tx, call.scope, body.post_social_id)
  if (!locked) return fail('not_found')
  const { post, social } = locked
  if (isLedByMasterIn(post, social.id)) return ledByMaster
  return masterOf(post.socials, post.masterNetwork)?.id === social.id
    ? skipForPost(call, post, body.skipped_approvals)
    : skipForVersion(call, locked, body.skipped_approvals)
}
