import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/publishing/holds-contract.ts'
import { audit, byAgencyCall } from '#server/platform/audit/audit.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { mayRelease, onlyOperators, releaseHolds } from './held-posts.ts'

/** Ends the holds of an agency, or all there are, and lets go what waits (docs/product/publishing.md "Held publishing"). */
export const releaseHeldPublishing = async (
  { body: { everywhere = false } }: Input<typeof contract.releaseHeldPublishing>,
  call: AgencyCall,
): Promise<Answer<typeof contract.releaseHeldPublishing>> => {
  const { tx, agency, person } = call
  if (everywhere && !person.isSuperAdmin) return fail('forbidden')
  if (!(await mayRelease(tx, agency))) return onlyOperators()
  const release = { by: person.userId, now: await databaseNow(tx) }
  const { holds, posts } = await releaseHolds(tx, everywhere ? null : agency.agencyId, release)
  if (holds > 0) {
    const subject = everywhere ? 'All agencies' : 'All posts'
    await audit(tx, byAgencyCall(call), { action: 'publishing.released', subject, new: { posts } })
  }
  return { released: posts }
}
