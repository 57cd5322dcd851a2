import type * as contract from '#domain/duplication/contract.ts'
import { offerTogether } from '#domain/duplication/shared-offers.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { listOffersOfAll, readSources, toAllowed } from './sources.ts'

export const listNetworksForPosts = async (
  { body }: Input<typeof contract.listNetworksForPosts>,
  call: ScopedCall,
): Promise<Answer<typeof contract.listNetworksForPosts>> => {
  const ids = [...new Set(body.post_ids)]
  const sources = await readSources(call.tx, call, ids)
  if (sources.length < ids.length) return fail('not_found')
  return toAllowed(offerTogether(await listOffersOfAll(call.tx, sources, call.scope)))
}
