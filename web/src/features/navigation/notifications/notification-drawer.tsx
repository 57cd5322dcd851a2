import { Button, Drawer, Group, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Notification } from '#domain/notifications/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { useCountUnread, useListNotifications, useMarkRead } from './api.ts'
import { NotificationGroup } from './notification-group.tsx'

/** What the person was told, by post, newest first. Mount it while it is open. */
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

/** Neighbours about one post, or about one agency, are one group. */
const isSameThing = (one: Notification, other: Notification): boolean => {
  if ('agency_id' in one) return 'agency_id' in other && one.agency_id === other.agency_id
  return 'post_id' in other && one.post_id !== null && one.post_id === other.post_id
}

const grouped = (all: readonly Notification[]): Notification[][] => {
  const groups: Notification[][] = []
  for (const one of all) {
    const last = groups.at(-1)
    if (last?.[0] && isSameThing(last[0], one)) last.push(one)
    else groups.push([one])
  }
  return groups
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
  return (
    <>
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {grouped(all).map(group => (
          <NotificationGroup key={group[0]?.id} group={group} onOpen={onOpen} />
        ))}
      </Stack>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier ones
        </Button>
      )}
    </>
  )
}
