import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/publishing/contract.ts'
import { lockPostSocial } from '#server/features/posts/locks.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { unconfirmedRefusal } from './confirm-is-live.ts'
import { startPublications } from './publish-post.ts'

/**
 * Publishes an unconfirmed version again, on the responsibility of the person who asks. It is looked up first and becomes live if it
 * is found; if that is uncertain, it is sent all the same (docs/product/publishing.md "It is live", decision 10).
 */
export const publishAgain = async (
  { params }: Input<typeof contract.publishAgain>,
  call: ScopedCall,
): Promise<Answer<typeof contract.publishAgain>> => {
  const social = await lockPostSocial(call, params.postSocialId)
  if (!social) return fail('not_found')
  const how = { event: 'publishing_started', isForced: true } as const
  return unconfirmedRefusal(social) ?? startPublications(call, social.post_id, [social], how)
}
