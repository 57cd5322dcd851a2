import type { Campaign } from '#domain/campaigns/model.ts'

/** For tests: a campaign without dates. */
export const buildCampaign = (part: Partial<Campaign> = {}): Campaign => ({
  id: 7,
  project_id: 3,
  name: 'Black Friday',
  color: '#d94f4f',
  start_at: null,
  end_at: null,
  goal: '',
  posts_count: 1,
  version: 1,
  ...part,
})
