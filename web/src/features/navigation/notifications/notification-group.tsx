import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import type { Notification } from '#domain/notifications/model.ts'
import { notificationText } from '#domain/notifications/texts.ts'
import { NetworkBadge } from '#web/ui/network-badge.tsx'
import { browserTimezone } from '#web/ui/zoned-time.tsx'
import { addressOfFound } from '../commands/post-address.ts'
import { useMarkRead } from './api.ts'
import classes from './notification-group.module.css'

type Props = { readonly group: readonly Notification[]; readonly onOpen: () => void }

/** All that was told about one post in a row, as one link to it. */
export function NotificationGroup({ group, onOpen }: Props) {
  const { mutate: mark } = useMarkRead()
  const [first] = group
  if (!first) return null
  const isUnread = group.some(({ read_at }) => read_at === null)
  const address =
    first.post_id === null
      ? ({ to: '/$projectId/settings/social-accounts', params: { projectId: first.project_id } } as const)
      : addressOfFound({ ...first, id: first.post_id })
  const open = () => {
    if (isUnread) mark({ ids: group.map(({ id }) => id) })
    onOpen()
  }
  return (
    <li>
      <Link {...address} className={classes.group} data-unread={isUnread || undefined} onClick={open}>
        <Group gap={6} wrap="nowrap">
          {first.versions.map(({ social_network }) => (
            <NetworkBadge key={social_network} network={social_network} size={16} />
          ))}
          <Text size="xs" c="dimmed" truncate>
            {first.project_name}
          </Text>
          {isUnread && <span className={classes.dot} role="img" aria-label="Unread" />}
        </Group>
        {first.post_id !== null && (
          <Text size="sm" lineClamp={2} className={classes.text}>
            {/* Fixed wording (docs/product/calendar.md "Texts"). */}
            {first.post_text || 'Empty message'}
          </Text>
        )}
        {group.map(({ id, kind, actor, created_at }) => (
          <Text key={id} size="sm" className={classes.line}>
            <span>{notificationText(kind, actor?.name ?? null)}</span>
            <Text span size="xs" c="dimmed" className={classes.time}>
              {formatInstant(new Date(created_at), browserTimezone(), formats.dateTime)}
            </Text>
          </Text>
        ))}
      </Link>
    </li>
  )
}
