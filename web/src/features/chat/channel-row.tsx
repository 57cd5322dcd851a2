import { Badge, Button, Group, Text } from '@mantine/core'
import { chatServiceNames } from '#domain/chat/addresses.ts'
import type { ChatChannel } from '#domain/chat/model.ts'
import { chatTopics } from '#domain/chat/topics.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { useFocusPageWhenGone } from '#web/ui/dialog/use-focus-back.ts'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { useDeleteChatChannel, useSaveChatChannel, useTestChatChannel } from './api.ts'
import classes from './chat-screen.module.css'

type Props = {
  readonly agencyId: number
  readonly channel: ChatChannel
  readonly onEdit: () => void
}

const here = browserTimezone()

/** One channel: where it is, what it is told, how it is, and what can be done with it. */
export function ChannelRow({ agencyId, channel, onEdit }: Props) {
  const { name, service, project, topics, address_hint, is_for_client } = channel
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Group gap={8}>
          <Text fw={600}>
            <bdi>{name}</bdi>
          </Text>
          {is_for_client && (
            <Badge variant="default" tt="none" fw={500}>
              Client reads it
            </Badge>
          )}
          {!channel.is_on && (
            <Badge variant="default" tt="none" fw={500}>
              Off
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {chatServiceNames[service]} · <bdi>{project?.name ?? 'All clients'}</bdi> · {address_hint}
        </Text>
        <Text size="sm">{topics.map(topic => chatTopics[topic].name).join(' · ')}</Text>
        <State channel={channel} />
      </div>
      <Actions agencyId={agencyId} channel={channel} onEdit={onEdit} />
    </li>
  )
}

function State({ channel: { problem, is_on, last_sent_at } }: Pick<Props, 'channel'>) {
  if (problem !== null)
    return (
      <Text size="sm" c="var(--g-danger-text)">
        {problem}
        {is_on && ' Galley goes on trying.'}
      </Text>
    )
  return (
    <Text size="xs" c="dimmed">
      {last_sent_at === null ? (
        'Nothing sent yet'
      ) : (
        <>
          Last message <ZonedTime instant={last_sent_at} timezone={here} zone="hint" />
        </>
      )}
    </Text>
  )
}

function Actions({ agencyId, channel, onEdit }: Props) {
  useFocusPageWhenGone()
  const { id, name, is_on, project } = channel
  const { ask, dialog } = useConfirm()
  const testing = useTestChatChannel(agencyId)
  const saving = useSaveChatChannel(agencyId)
  const removing = useDeleteChatChannel(agencyId)
  const test = () =>
    sayWhenDone(testing.mutateAsync(id), ({ problem }) =>
      problem === null ? toast.success(`Test sent to ${name}`) : toast.error(problem),
    )
  const turn = () => {
    const { topics, is_for_client } = channel
    const settings = { id, name, topics, is_for_client, project_id: project?.id ?? null }
    sayWhenDone(
      saving.mutateAsync({ ...settings, is_on: !is_on }),
      is_on ? `${name} is switched off` : `${name} is switched on`,
    )
  }
  const remove = async () => {
    const isSure = await ask({
      title: 'Remove this channel?',
      text: `Galley no longer writes to ${name}, and forgets its address.`,
      confirmLabel: 'Remove',
      cancelLabel: 'Cancel',
      danger: true,
    })
    if (isSure) sayWhenDone(removing.mutateAsync(id), 'Channel removed')
  }
  return (
    <div className={classes.actions}>
      {/* The words stand alone on a narrow page, so that names of channels are for readers of the screen. */}
      <Button
        variant="default"
        size="sm"
        loading={testing.isPending}
        onClick={test}
        aria-label={`Send a test: ${name}`}
      >
        Send a test
      </Button>
      <Button
        variant="subtle"
        size="sm"
        color="gray"
        c="var(--g-text)"
        onClick={onEdit}
        aria-label={`Edit: ${name}`}
      >
        Edit
      </Button>
      <Button
        variant="subtle"
        size="sm"
        color="gray"
        c="var(--g-text)"
        loading={saving.isPending}
        onClick={turn}
        aria-label={`${is_on ? 'Switch off' : 'Switch on'}: ${name}`}
      >
        {is_on ? 'Switch off' : 'Switch on'}
      </Button>
      <Button
        variant="subtle"
        size="sm"
        color="red"
        c="var(--g-danger-text)"
        onClick={() => void remove()}
        aria-label={`Remove: ${name}`}
      >
        Remove
      </Button>
      {dialog}
    </div>
  )
}
