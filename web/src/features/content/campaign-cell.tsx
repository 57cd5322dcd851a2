import { useListCampaigns } from '#web/features/campaigns/api.ts'
import { CampaignMark } from '#web/features/campaigns/campaign-mark.tsx'
import { useProjectId } from '#web/platform/shown-project.ts'

/** The campaign of a row. */
export function CampaignCell({ id }: { readonly id: number }) {
  const { data } = useListCampaigns(useProjectId())
  const campaign = data?.find(one => one.id === id)
  return campaign && <CampaignMark campaign={campaign} />
}
