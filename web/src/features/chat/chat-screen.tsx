import { Button, type ButtonProps, Stack, Text, Title } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ChatChannel } from '#domain/chat/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { HeaderSlot } from '#web/ui/page/header-slot.tsx'
import { RowsLoading } from '#web/ui/rows-loading.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import { useListChatChannels } from './api.ts'
import { ChannelRow } from './channel-row.tsx'
import classes from './chat-screen.module.css'

const ChannelModal = lazy(() =>
  import('./channel-modal.tsx').then(module => ({ default: module.ChannelModal })),
)

type Props = { readonly agencyId: number }

/** The Slack and Teams channels of an agency (docs/product/chat.md "Adding a channel"). */
export function ChatScreen({ agencyId }: Props) {
  const { data, error, refetch } = useListChatChannels(agencyId)
  const [editing, setEditing] = useState<ChatChannel | 'new' | null>(null)
  const add = () => setEditing('new')
  const close = () => setEditing(null)
  return (
    <Stack gap="lg">
      <HeaderSlot>
        <AddChannel onClick={add} visibleFrom="sm" />
      </HeaderSlot>
      <div>
        <Title order={1} size="h3">
          Chat channels
        </Title>
        <Text size="sm" c="dimmed">
          Channels of Slack and Microsoft Teams that Galley tells what happens to posts. Nobody’s own mails
          change with it.
        </Text>
      </div>
      {data ? (
        <List agencyId={agencyId} channels={data} onAdd={add} onEdit={setEditing} />
      ) : error ? (
        <Failed message={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <RowsLoading height={72} />
      )}
      <Suspense fallback={null}>
        {editing && <ChannelModal agencyId={agencyId} target={editing} onClose={close} />}
      </Suspense>
    </Stack>
  )
}

function AddChannel(props: ButtonProps & { readonly onClick: () => void }) {
  return (
    <Button leftSection={<IconMessages size={16} aria-hidden />} {...props}>
      Add channel
    </Button>
  )
}

type ListProps = Props & {
  readonly channels: readonly ChatChannel[]
  readonly onAdd: () => void
  readonly onEdit: (channel: ChatChannel) => void
}

function List({ agencyId, channels, onAdd, onEdit }: ListProps) {
  if (channels.length === 0)
    return (
      <Empty
        icon={<IconMessages size={22} />}
        title="There are no channels yet"
        text="Add one with the address of an incoming webhook in Slack or a workflow in Teams."
        action={<AddChannel onClick={onAdd} />}
      />
    )
  return (
    <>
      <div className={classes.phoneAdd}>
        <AddChannel onClick={onAdd} />
      </div>
      <BoxedList aria-label="Chat channels">
        {channels.map(channel => (
          <ChannelRow key={channel.id} agencyId={agencyId} channel={channel} onEdit={() => onEdit(channel)} />
        ))}
      </BoxedList>
    </>
  )
}
