import type * as contract from '#domain/approvals/contract.ts'
import { readPlace } from '#domain/approvals/list-place.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isAdmin } from '#domain/permissions/can.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { readNeighbours } from './list-rows.ts'
import { awaitedTypes, filterOf, readListed } from './lists.ts'

export const getApprovalNeighbours = async (
  { query }: Input<typeof contract.getApprovalNeighbours>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.getApprovalNeighbours>> => {
  const { list, at, ...filter } = query
  const { total, position, ...ids } = await readNeighbours(call, list, await filterOf(call, filter), {
    at: at === undefined ? null : readPlace(at),
    own: isAdmin(call.scope) && list === 'pending' ? await awaitedTypes(call, call.person.userId) : [],
  })
  const wanted = [...new Set(Object.values(ids).filter(id => id !== null))]
  const posts = new Map((await readListed(call, wanted)).map(post => [post.id, post]))
  const postOf = (id: number | null) => (id === null ? null : (posts.get(id) ?? null))
  return {
    total,
    position,
    previous: postOf(ids.previous),
    next: postOf(ids.next),
    following: postOf(ids.following),
  }
}
