import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { networkNames } from '#domain/networks/names.ts'
import type * as contract from '#domain/publishing/holds-contract.ts'
import { audit, byAgencyCall } from '#server/platform/audit/audit.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { mayRelease, onlyOperators, releaseAccount } from './held-posts.ts'

/** Ends the hold of one account; every other hold stays (docs/product/publishing.md "Held publishing"). */
export const releaseHeldAccount = async (
  { params: { accountId } }: Input<typeof contract.releaseHeldAccount>,
  call: AgencyCall,
): Promise<Answer<typeof contract.releaseHeldAccount>> => {
  const { tx, agency, person } = call
  if (!(await mayRelease(tx, agency))) return onlyOperators()
  const release = { by: person.userId, now: await databaseNow(tx) }
  const released = await releaseAccount(tx, { agencyId: agency.agencyId, accountId }, release)
  if (!released) return fail('not_found')
  const { posts, projectName, network } = released
  await audit(tx, byAgencyCall(call), {
    action: 'publishing.released',
    subject: `${projectName}: ${networkNames[network]}`,
    new: { posts },
  })
  return { released: posts }
}
