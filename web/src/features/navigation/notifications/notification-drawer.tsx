import { Button, Drawer, Group, SegmentedControl, Skeleton, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '#web/platform/api-error.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { useCountUnread, useListNotifications, useMarkRead } from './api.ts'
import { type Entry, listEntries } from './entries.ts'
import { NotificationGroup } from './notification-group.tsx'
import { RepeatedNotifications } from './repeated-notifications.tsx'

/** What the person was told, what needs them first, then newest first. Mount it while it is open. */
export function NotificationDrawer({ onClose }: { readonly onClose: () => void }) {
  useFocusBack()
  const [isUnread, setUnread] = useState(false)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={420}
      title="Notifications"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        <Tools isUnread={isUnread} onUnread={setUnread} />
        <List key={String(isUnread)} isUnread={isUnread} onOpen={onClose} />
      </Stack>
    </Drawer>
  )
}

type ToolsProps = { readonly isUnread: boolean; readonly onUnread: (isUnread: boolean) => void }

function Tools({ isUnread, onUnread }: ToolsProps) {
  const { mutate: mark, isPending } = useMarkRead()
  const { data: unread } = useCountUnread()
  return (
    <Group justify="space-between" gap="xs">
      <SegmentedControl
        aria-label="Which notifications"
        value={isUnread ? 'unread' : 'all'}
        onChange={value => onUnread(value === 'unread')}
        data={[
          { value: 'all', label: 'All' },
          { value: 'unread', label: 'Unread' },
        ]}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        loading={isPending}
        disabled={unread?.total === 0}
        onClick={() => mark({ is_all: true })}
      >
        Mark all as read
      </Button>
    </Group>
  )
}

type ListProps = { readonly isUnread: boolean; readonly onOpen: () => void }

function List({ isUnread, onOpen }: ListProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useListNotifications(isUnread)
  if (error && !data) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Loading>
        <Skeleton height={320} />
      </Loading>
    )
  const all = data.pages.flatMap(page => page.notifications)
  if (all.length === 0)
    return (
      <Empty
        title={isUnread ? 'Everything is read' : 'Nothing yet'}
        text="You are told here when a post waits for you, and when others decide or write about yours."
      />
    )
  const { needsYou, others } = listEntries(all)
  return (
    <>
      {needsYou.length > 0 && <Entries title="Needs you" entries={needsYou} onOpen={onOpen} />}
      {others.length > 0 && (
        <Entries title={needsYou.length > 0 ? 'Everything else' : null} entries={others} onOpen={onOpen} />
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier ones
        </Button>
      )}
    </>
  )
}

type EntriesProps = {
  readonly title: string | null
  readonly entries: readonly Entry[]
  readonly onOpen: () => void
}

function Entries({ title, entries, onOpen }: EntriesProps) {
  return (
    <section aria-label={title ?? 'Notifications'}>
      {title !== null && (
        <Title order={3} size="sm" mb="xs">
          {title}
        </Title>
      )}
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {entries.map(({ groups }) => {
          const [first] = groups[0]
          return groups.length > 1 && 'project_id' in first ? (
            <RepeatedNotifications key={first.id} groups={groups} first={first} onOpen={onOpen} />
          ) : (
            <NotificationGroup key={first.id} group={groups[0]} onOpen={onOpen} />
          )
        })}
      </Stack>
    </section>
  )
}
