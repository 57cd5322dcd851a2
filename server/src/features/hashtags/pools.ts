import type { HashtagPool } from '#domain/hashtags/model.ts'
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
