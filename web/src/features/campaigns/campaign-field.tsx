import { NativeSelect, Text } from '@mantine/core'
import { campaignChoices } from '#domain/campaigns/campaigns.ts'
import type { Post } from '#domain/posts/model.ts'
import { useMay } from '#web/features/projects/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useListCampaigns } from './api.ts'
import { CampaignDot, CampaignMark } from './campaign-mark.tsx'
import { useSetCampaign } from './writing-api.ts'

type Props = { readonly post: Pick<Post, 'id' | 'campaign_id'> }

/** Which campaign a post belongs to, chosen by those who may; nothing in a project without campaigns. */
export function CampaignField({ post }: Props) {
  const projectId = useProjectId()
  const mayEdit = useMay(projectId)('campaign.edit')
  const { data: campaigns = [] } = useListCampaigns(projectId)
  const change = useSetCampaign(projectId)
  const chosenId = change.isPending ? change.variables.campaignId : post.campaign_id
  // One that waits in the bin is none.
  const chosen = campaigns.find(({ id }) => id === chosenId)
  if (campaigns.length === 0) return null
  if (!mayEdit)
    return (
      chosen && (
        <Text size="sm" component="div">
          <CampaignMark campaign={chosen} />
        </Text>
      )
    )
  return (
    <NativeSelect
      size="xs"
      maw={320}
      aria-label="Campaign"
      leftSection={chosen && <CampaignDot color={chosen.color} />}
      rightSectionWidth={32}
      data={campaignChoices(campaigns)}
      value={chosen ? String(chosen.id) : ''}
      onChange={({ currentTarget: { value } }) =>
        change.mutate({ postIds: [post.id], campaignId: value === '' ? null : Number(value) })
      }
    />
  )
}
