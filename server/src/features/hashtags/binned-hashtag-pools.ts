import { type DeletedRow, deletedRows } from '#server/platform/db/deleted-rows.ts'

/** Deleted pools as the bin has them. */
export const binnedHashtagPools = {
  rows: deletedRows('hashtag_pools'),
  toItem: ({ id, pool_name, hashtags }: DeletedRow<'hashtag_pools'>) => ({
    kind: 'hashtag_pool' as const,
    id,
    title: pool_name,
    tags_count: hashtags.split(' ').length,
  }),
  restored: 'hashtag_pool.restored',
} as const
