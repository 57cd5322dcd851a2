import type * as contract from '#domain/duplication/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { postNotFound } from '#server/features/posts/posts.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { listOffers, readSources, toAllowed } from './sources.ts'

export const listNetworksForPost = async (
  { params }: Input<typeof contract.listNetworksForPost>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listNetworksForPost>> => {
  const [source] = await readSources(call.db, call, [params.postId])
  return source ? toAllowed(await listOffers(call.db, source, call.scope)) : postNotFound(params.postId)
}
