import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { previewRepeat, repeatCampaign, undoRepeat } from '#domain/campaigns/contract.ts'
import { countText } from '#domain/kernel/count-text.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import { call } from '#web/platform/client.ts'
import { reloadPosts } from '#web/platform/live-updates.ts'
import { queryKeys } from '#web/platform/query.ts'
import { toast } from '#web/ui/toast.tsx'

export type Repetition = {
  readonly toProjectId: number
  readonly shiftDays: number
  readonly keepsWeekdays: boolean
  readonly leftOut: readonly string[]
}
type Repeating = Repetition & { readonly name: string }

/** What would become of the posts of a campaign. Never from the cache: they are being written. */
export const usePreviewRepeat = (projectId: number, campaignId: number, wanted: Repetition) =>
  useQuery({
    queryKey: [...queryKeys.campaigns(projectId), campaignId, 'repeat', wanted],
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(previewRepeat, {
        params: { projectId, campaignId },
        query: {
          to_project_id: String(wanted.toProjectId),
          shift_days: String(wanted.shiftDays),
          keeps_weekdays: wanted.keepsWeekdays ? 'true' : 'false',
          ...(wanted.leftOut.length > 0 ? { left_out: wanted.leftOut.join() } : {}),
        },
        signal,
      }),
  })

type Repeated = Output<typeof repeatCampaign>

/** Takes all drafts of a repeat back with their campaign, unless somebody has changed one of them. Says what became of it. */
const useUndoRepeat = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ campaign: { id: campaignId, project_id: projectId }, post_ids }: Repeated) =>
      call(undoRepeat, { params: { projectId, campaignId }, body: { post_ids } }),
    onSuccess: (_, { post_ids }) => toast.success(`${countText(post_ids.length, 'draft')} deleted`),
    onSettled: (_, __, { campaign: { project_id: projectId }, post_ids }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.campaigns(projectId) }),
        reloadPosts(client, projectId, post_ids),
      ]),
  })
}

/** Repeats a campaign; the dialog shows a failure itself. */
export const useRepeatCampaign = (projectId: number, campaignId: number) => {
  const client = useQueryClient()
  const { mutate: undo } = useUndoRepeat()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: ({ toProjectId, shiftDays, keepsWeekdays, leftOut, name }: Repeating) =>
      call(repeatCampaign, {
        params: { projectId, campaignId },
        body: {
          to_project_id: toProjectId,
          shift_days: shiftDays,
          keeps_weekdays: keepsWeekdays,
          left_out: [...leftOut],
          name,
        },
      }),
    onSuccess: async (repeated, { toProjectId, name }) => {
      const { post_ids } = repeated
      toast.undoable(`${countText(post_ids.length, 'draft')} made in “${name}”`, () => undo(repeated))
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.campaigns(toProjectId) }),
        reloadPosts(client, toProjectId, post_ids),
      ])
    },
  })
}
