import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createCampaign, deleteCampaign, saveCampaign, setCampaign } from '#domain/campaigns/contract.ts'
import type { Campaign } from '#domain/campaigns/model.ts'
import { useRestoreFromBin } from '#web/features/bin/restore-api.ts'
import { call } from '#web/platform/client.ts'
import { reloadPosts } from '#web/platform/live-updates.ts'
import { queryKeys } from '#web/platform/query.ts'
import { toast } from '#web/ui/toast.tsx'

// Apart from api.ts, which the calendar loads at once.

/** The fields of a campaign that a person edits. */
export type CampaignFields = {
  readonly name: string
  readonly color: string
  readonly start_at: string
  readonly end_at: string
  readonly goal: string
}

/** Adds a campaign. The form shows its failures itself. */
export const useCreateCampaign = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (body: CampaignFields) => call(createCampaign, { params: { projectId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.campaigns(projectId) }),
  })
}

/** Changes the version of a campaign that the person has seen. The form shows its failures itself. */
export const useSaveCampaign = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: ({ id, ...body }: CampaignFields & Pick<Campaign, 'id' | 'version'>) =>
      call(saveCampaign, { params: { projectId, campaignId: id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.campaigns(projectId) }),
  })
}

/** Deletes a campaign. Undo restores it from the bin, with its posts. */
export const useDeleteCampaign = (projectId: number) => {
  const client = useQueryClient()
  const { mutate: restore } = useRestoreFromBin(projectId, () => toast.success('Campaign restored'))
  return useMutation({
    mutationFn: ({ id }: Campaign) => call(deleteCampaign, { params: { projectId, campaignId: id } }),
    onSuccess: (_, { id }) =>
      toast.undoable('Campaign deleted', () => restore({ kind: 'campaign', ids: [id] })),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.campaigns(projectId) }),
  })
}

type Setting = { readonly postIds: readonly number[]; readonly campaignId: number | null }

/** Says which campaign posts belong to. Resolves with what each belonged to before, when everything shows the change. */
export const useSetCampaign = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ postIds, campaignId }: Setting) => {
      const body = { post_ids: [...postIds], campaign_id: campaignId }
      const before = await call(setCampaign, { params: { projectId }, body })
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.campaigns(projectId) }),
        reloadPosts(client, projectId, postIds),
      ])
      return before
    },
  })
}
