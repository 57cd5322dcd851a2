import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/publishing/holds-contract.ts'
import { audit, byAgencyCall } from '#server/platform/audit/audit.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { mayRelease, onlyOperators, releaseOne } from './held-posts.ts'

/** Lets one post or first comment go although publishing stays held (docs/product/publishing.md "Held publishing"). */
export const releaseHeldPost = async (
  { params: { publicationId } }: Input<typeof contract.releaseHeldPost>,
  call: AgencyCall,
): Promise<Answer<typeof contract.releaseHeldPost>> => {
  const { tx, agency } = call
  if (!(await mayRelease(tx, agency))) return onlyOperators()
  const now = await databaseNow(tx)
  const released = await releaseOne(tx, { agencyId: agency.agencyId, publicationId, now })
  if (!released) return fail('not_found')
  await audit(tx, byAgencyCall(call), {
    action: 'publishing.released',
    subject: `Post ${released.postId}`,
    new: { posts: 1 },
  })
  return {}
}
