import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { campaignChoices } from '#domain/campaigns/campaigns.ts'
import { countText } from '#domain/kernel/count-text.ts'
import { useListCampaigns } from '#web/features/campaigns/api.ts'
import { useSetCampaign } from '#web/features/campaigns/writing-api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { RowsLoading } from '#web/ui/rows-loading.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { EditFormProps } from './outcome.tsx'

/** Says which campaign the selected posts belong to; the toast has Undo (docs/product/campaigns.md "A post's campaign"). */
export function CampaignForm({ posts, onBusy, onDone, onClose }: EditFormProps) {
  const projectId = useProjectId()
  const { data: campaigns, error } = useListCampaigns(projectId)
  const { mutateAsync: set, isPending } = useSetCampaign(projectId)
  const [chosen, setChosen] = useState('')
  if (error) return <Text size="sm">{messageOf(error)}</Text>
  if (!campaigns) return <RowsLoading height={60} />
  const campaignId = chosen === '' ? null : Number(chosen)
  const changed = posts.filter(({ post }) => (post.campaign_id ?? null) !== campaignId)
  const submit = async () => {
    onBusy(true)
    const before = await set({ postIds: posts.map(({ post }) => post.id), campaignId }).catch(() => null)
    onBusy(false)
    // The mutation's toast has said why.
    if (before === null) return
    const undo = async () => {
      for (const [former, rows] of Map.groupBy(before, row => row.campaign_id))
        await set({ postIds: rows.map(({ post_id }) => post_id), campaignId: former })
    }
    toast.undoable(
      `Campaign of ${countText(changed.length, 'post')} changed`,
      () => void undo().catch(() => undefined),
    )
    onDone()
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (changed.length > 0 && !isPending) void submit()
      }}
    >
      <Stack>
        <NativeSelect
          label="Campaign"
          data={campaignChoices(campaigns)}
          value={chosen}
          onChange={event => setChosen(event.currentTarget.value)}
          disabled={isPending}
        />
        <Text size="sm" role="status">
          {campaigns.length === 0
            ? 'This project has no campaigns yet. Add them in its settings.'
            : `${changed.length} of ${countText(posts.length, 'post')} will change. Their texts, times and approvals stay as they are.`}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" disabled={changed.length === 0} loading={isPending}>
            Change {changed.length}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
