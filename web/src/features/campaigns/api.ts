import { useQuery } from '@tanstack/react-query'
import { listCampaigns } from '#domain/campaigns/contract.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

/** All campaigns of a project, by name. `isNeeded` false: nothing that is shown has one. */
export const useListCampaigns = (projectId: number, isNeeded = true) =>
  useQuery({
    queryKey: queryKeys.campaigns(projectId),
    queryFn: ({ signal }) => call(listCampaigns, { params: { projectId }, signal }),
    enabled: isNeeded,
  })
