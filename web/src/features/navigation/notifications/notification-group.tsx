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

/** Each version of a post is told about by itself: what is said in the same words is one line, with its latest time. */
const linesOf = (group: readonly Notification[]) => {
  const lines = group.map(({ kind, actor, ...rest }) => ({
    ...rest,
    text: notificationText(kind, actor?.name ?? null),
  }))
  return lines.filter(({ text }, index) => lines.findIndex(line => line.text === text) === index)
}

/** All that was told about one post in a row, as one link to it. */
export function NotificationGroup({ group, onOpen }: Props) {
  const { mutate: mark } = useMarkRead()
  const [first] = group
  if (!first) return null
  const networks = new Set(
    group.flatMap(({ versions }) => versions.map(({ social_network }) => social_network)),
  )
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
          {[...networks].map(network => (
            <NetworkBadge key={network} network={network} size={16} />
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
        {linesOf(group).map(({ id, text, created_at }) => (
          <Text key={id} size="sm" className={classes.line}>
            <span>{text}</span>
            <Text span size="xs" c="dimmed" className={classes.time}>
              {formatInstant(new Date(created_at), browserTimezone(), formats.dateTime)}
            </Text>
          </Text>
        ))}
      </Link>
    </li>
  )
}
