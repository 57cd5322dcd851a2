import { Button, type ButtonProps, Stack, Text, Title } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { searchCampaigns } from '#domain/campaigns/campaigns.ts'
import type { Campaign } from '#domain/campaigns/model.ts'
import { countText } from '#domain/kernel/count-text.ts'
import { dayOf } from '#domain/kernel/time.ts'
import { useMay } from '#web/features/projects/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { EarlyKeys } from '#web/ui/dialog/early-keys.tsx'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { HeaderSlot } from '#web/ui/page/header-slot.tsx'
import { RowsLoading } from '#web/ui/rows-loading.tsx'
import { Empty, Failed, NotPermitted } from '#web/ui/states.tsx'
import { useNow } from '#web/ui/time/use-now.ts'
import { useListCampaigns } from './api.ts'
import { CampaignList } from './campaign-list.tsx'
import classes from './campaigns-screen.module.css'
import { useDeleteCampaign } from './writing-api.ts'

const CampaignModal = lazy(() =>
  import('./campaign-modal.tsx').then(module => ({ default: module.CampaignModal })),
)

const RepeatDialog = lazy(() =>
  import('./repeat-dialog.tsx').then(module => ({ default: module.RepeatDialog })),
)

/** Deletes a campaign after asking, with Undo in the toast. Render `dialog` somewhere in the component. */
function useConfirmedDeletion(projectId: number): {
  ask: (campaign: Campaign) => Promise<void>
  dialog: ReactNode
} {
  const { ask: confirm, dialog } = useConfirm()
  const { mutate: remove } = useDeleteCampaign(projectId)
  const ask = async (campaign: Campaign) => {
    const { name, posts_count: count } = campaign
    const isSure = await confirm({
      title: 'Delete this campaign?',
      text: count ? `${name}. Its ${countText(count, 'post')} ${count === 1 ? 'stays' : 'stay'}.` : name,
      danger: true,
    })
    if (isSure) remove(campaign)
  }
  return { ask, dialog }
}

/** The campaigns and content pillars of a project (docs/product/campaigns.md "Campaigns page"). */
export function CampaignsScreen() {
  const projectId = useProjectId()
  return useMay(projectId)('campaign.edit') ? <Campaigns /> : <NotPermitted />
}

function Campaigns() {
  const projectId = useProjectId()
  const { data, error, refetch } = useListCampaigns(projectId)
  const deletion = useConfirmedDeletion(projectId)
  const [editing, setEditing] = useState<Campaign | 'new' | null>(null)
  const [repeating, setRepeating] = useState<Campaign | null>(null)
  const add = () => setEditing('new')
  const close = () => {
    setEditing(null)
    setRepeating(null)
  }
  return (
    <Stack gap="lg">
      <HeaderSlot>
        <AddCampaign onClick={add} visibleFrom="sm" />
      </HeaderSlot>
      <div>
        <Title order={1} size="h3">
          Campaigns
        </Title>
        <Text size="sm" c="dimmed">
          Campaigns and content pillars that posts belong to: launches, sales, recurring topics.
        </Text>
      </div>
      {data ? (
        <List
          campaigns={data}
          onAdd={add}
          onEdit={setEditing}
          onRepeat={setRepeating}
          onDelete={one => void deletion.ask(one)}
        />
      ) : error ? (
        <Failed message={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <RowsLoading height={64} />
      )}
      <Suspense fallback={<EarlyKeys onEscape={close} />}>
        {editing && <CampaignModal target={editing} onClose={close} />}
      </Suspense>
      <Suspense fallback={null}>
        {repeating && <RepeatDialog campaign={repeating} onClose={close} />}
      </Suspense>
      {deletion.dialog}
    </Stack>
  )
}

function AddCampaign(props: ButtonProps & { readonly onClick: () => void }) {
  return (
    <Button leftSection={<IconSpeakerphone size={16} aria-hidden />} {...props}>
      Add campaign
    </Button>
  )
}

type ListProps = {
  readonly campaigns: readonly Campaign[]
  readonly onAdd: () => void
  readonly onEdit: (campaign: Campaign) => void
  readonly onRepeat: (campaign: Campaign) => void
  readonly onDelete: (campaign: Campaign) => void
}

function List({ campaigns, onAdd, ...actions }: ListProps) {
  const today = dayOf(useNow(60_000), useTimezone())
  const [typed, setTyped] = useState('')
  if (campaigns.length === 0)
    return (
      <Empty
        icon={<IconSpeakerphone size={22} />}
        title="There are no campaigns yet"
        text="Posts of a campaign can be filtered and found together. A content pillar is a campaign without dates."
        action={<AddCampaign onClick={onAdd} />}
      />
    )
  const found = searchCampaigns(campaigns, typed)
  return (
    <>
      <div className={classes.phoneAdd}>
        <AddCampaign onClick={onAdd} />
      </div>
      <SearchField
        label="Search campaigns"
        rows={campaigns.length}
        found={found.length}
        value={typed}
        onChange={setTyped}
      />
      {found.length > 0 && <CampaignList campaigns={found} today={today} {...actions} />}
    </>
  )
}
