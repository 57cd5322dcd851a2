import { sql } from 'kysely'
import type { ArchivedPool } from '#domain/archives/posts.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** Makes those of these pools that the project has none of the name of. */
export const makeMissingPools = async (
  { tx, scope, now, emit }: ScopedCall,
  pools: readonly ArchivedPool[],
): Promise<void> => {
  const { numAffectedRows } = await sql`
    insert into hashtag_pools (project_id, pool_name, hashtags, created_at)
    select ${scope.projectId}, w.name, w.hashtags, ${now}
    from (select distinct on (name) * from rows from (
        jsonb_to_recordset(${JSON.stringify(pools)}::jsonb) as (name text, hashtags text)
      ) with ordinality as r(name, hashtags, place) order by name, place) w
    where not exists (select 1 from hashtag_pools h where h.project_id = ${scope.projectId}
      and h.deleted_at is null and h.pool_name = w.name)
    order by w.place`.execute(tx)
  if (numAffectedRows) await emit({ type: 'hashtag_pool.created' })
}
