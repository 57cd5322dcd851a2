import { useQuery } from '@tanstack/react-query'
import type { Campaign } from '#domain/campaigns/model.ts'
import { queryKeys } from '#web/platform/query.ts'

const none: ReadonlyMap<number, Campaign> = new Map()
const byId = (campaigns: readonly Campaign[]): ReadonlyMap<number, Campaign> =>
  new Map(campaigns.map(campaign => [campaign.id, campaign]))

/**
 * The campaigns of a project by id, once something else has loaded them: cards are drawn before. Keeps its identity while none changes.
 * Without the call itself, which a calendar does not load at once.
 */
export const useKnownCampaigns = (projectId: number): ReadonlyMap<number, Campaign> =>
  useQuery<Campaign[], Error, ReadonlyMap<number, Campaign>>({
    queryKey: queryKeys.campaigns(projectId),
    enabled: false,
    select: byId,
  }).data ?? none
