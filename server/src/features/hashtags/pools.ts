import { sql } from 'kysely'
import type { HashtagPool } from '#domain/hashtags/model.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'

/** A pool in its wire form (docs/product/hashtags.md "Hashtag pool"). */
export const toWirePool = ({
  id,
  project_id,
  pool_name,
  hashtags,
  version,
}: Row<'hashtag_pools'>): HashtagPool => ({
  id,
  project_id,
  pool_name,
  hashtags,
  version,
  tags_count: hashtags.split(' ').length,
  status: 1,
})

/** The projects of pools that are not deleted, for the session gate. */
export const projectsOfHashtagPools = (ids: readonly number[]) =>
  sql<{ id: number; project_id: number }>`
    select id, project_id from hashtag_pools where id = any(${[...ids]}) and deleted_at is null`

/** A project that has pools keeps its own. */
export const copyHashtagPools = async (
  tx: Tx,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> => {
  await sql`
    insert into hashtag_pools (project_id, pool_name, hashtags)
      select ${to}, pool_name, hashtags from hashtag_pools
        where project_id = ${from} and deleted_at is null
          and not exists (select from hashtag_pools where project_id = ${to})`.execute(tx)
}
