import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/publishing/contract.ts'
import { lockPostSocial } from '#server/features/posts/locks.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { unconfirmedRefusal } from './confirm-is-live.ts'
import { startPublications } from './publish-post.ts'

/**
 * Publishes an unconfirmed version again, on the responsibility of the person who asks: it is looked for first and is live if it is found,
 * but it goes out although nobody can tell (document 3 "Publishing happens once", decision 10).
 */
export const publishAgain = async (
  { params }: Input<typeof contract.publishAgain>,
  call: ScopedCall,
): Promise<Answer<typeof contract.publishAgain>> => {
  const held = await lockPostSocial(call, params.postSocialId)
  if (!held) return fail('not_found')
  const refusal = unconfirmedRefusal(held.social)
  return (
    refusal ??
    startPublications(call, held.social.post_id, [held.social], {
      event: 'publishing_started',
      isForced: true,
    })
  )
}
