import { Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { readInstant } from '#domain/kernel/time.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import type { ProjectNotification } from '#domain/notifications/model.ts'
import { repeatedText } from '#domain/notifications/texts.ts'
import type { Entry } from './entries.ts'
import classes from './notification-group.module.css'
import { NotificationGroup, useZoneOf } from './notification-group.tsx'

type Props = Entry & { readonly first: ProjectNotification; readonly onOpen: () => void }

/** The same that was done to several posts, in one line that opens to show them. */
export function RepeatedNotifications({ groups, first, onOpen }: Props) {
  const timezone = useZoneOf(first)
  return (
    <li>
      <details className={classes.repeated}>
        <summary className={classes.group} data-unread={first.read_at === null || undefined}>
          <Text span size="xs" c="dimmed" truncate>
            {first.project_name}
          </Text>
          <span className={classes.line}>
            <Text span size="sm" fw={550}>
              {repeatedText(first.kind, first.actor?.name ?? null, groups.length)}
            </Text>
            <Text span size="xs" c="dimmed" className={classes.time}>
              {formatInstant(readInstant(first.created_at), timezone, formats.dayTime)}{' '}
              <IconChevronDown size={14} aria-hidden className={classes.chevron} />
            </Text>
          </span>
        </summary>
        <ul className={classes.repeats}>
          {groups.map(group => (
            <NotificationGroup key={group[0].id} group={group} onOpen={onOpen} />
          ))}
        </ul>
      </details>
    </li>
  )
}
