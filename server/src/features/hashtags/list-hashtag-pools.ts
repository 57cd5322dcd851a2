import { sql } from 'kysely'
import type * as contract from '#domain/hashtags/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { toWirePool } from './pools.ts'

export const listHashtagPools = async (
  _input: Input<typeof contract.listHashtagPools>,
  { db, scope }: ScopedPoolCall,
): Promise<Answer<typeof contract.listHashtagPools>> => {
  const rows = await db
    .selectFrom('hashtag_pools')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(pool_name)`)
    .orderBy('id')
    .execute()
  return rows.map(toWirePool)
}
