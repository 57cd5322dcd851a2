import { type DeletedRow, deletedRows } from '#server/platform/db/deleted-rows.ts'

/** Deleted campaigns as the bin has them. Restored, they have their posts again; deleted for good, their posts belong to none. */
export const binnedCampaigns = {
  rows: deletedRows('campaigns'),
  toItem: ({ id, name, color, start_at, end_at }: DeletedRow<'campaigns'>) => ({
    kind: 'campaign' as const,
    id,
    title: name,
    color,
    start_at,
    end_at,
  }),
  restored: 'campaign.restored',
} as const
