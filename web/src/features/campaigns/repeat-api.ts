import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { previewRepeat, repeatCampaign } from '#domain/campaigns/contract.ts'
import { countText } from '#domain/kernel/count-text.ts'
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

/** Repeats a campaign; the dialog shows a failure itself. */
export const useRepeatCampaign = (projectId: number, campaignId: number) => {
  const client = useQueryClient()
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
    onSuccess: async ({ post_ids }, { toProjectId, name }) => {
      toast.success(`${countText(post_ids.length, 'draft')} made in “${name}”`)
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.campaigns(toProjectId) }),
        reloadPosts(client, toProjectId, post_ids),
      ])
    },
  })
}
