import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { HELD_POSTS_MAX } from '#domain/publishing/holds.ts'
import type * as contract from '#domain/publishing/holds-contract.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { countLookedUp, listHeldPosts, listHolds } from './held-posts.ts'

export const listHeldPublishing = async (
  _input: Input<typeof contract.listHeldPublishing>,
  { db, agency: { agencyId } }: AgencyPoolCall,
): Promise<Answer<typeof contract.listHeldPublishing>> => {
  const held = await listHeldPosts(db, { agencyId, limit: HELD_POSTS_MAX })
  return { holds: await listHolds(db, agencyId), ...held, looked_up: await countLookedUp(db, agencyId) }
}
