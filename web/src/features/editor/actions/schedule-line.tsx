import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCalendarEvent, IconCalendarOff } from '@tabler/icons-react'
import type { Post } from '#domain/posts/model.ts'
import { isOpenPost } from '#domain/posts/status.ts'
import { ZonedTime } from '#web/ui/zoned-time.tsx'
import classes from '../post-workspace.module.css'

/** When and how the post is published. */
export function ScheduleLine({ post }: { post: Pick<Post, 'latest_schedule' | 'is_overdue' | 'status'> }) {
  const { latest_schedule: schedule, is_overdue: isOverdue } = post
  // Published by hand, it never had a schedule.
  if (schedule === null && !isOpenPost(post.status)) return null
  if (schedule === null)
    return (
      <Text size="sm" c="dimmed" className={classes.line}>
        <IconCalendarOff size={16} aria-hidden /> No schedule yet
      </Text>
    )
  return (
    <Text size="sm" className={classes.line}>
      <IconCalendarEvent size={16} aria-hidden />
      <span>
        <ZonedTime instant={schedule.datetime} timezone={schedule.timezone} />
        <Text span size="sm" c="dimmed">
          {schedule.is_autoposting ? ' · Autoposting' : ' · Published by hand'}
        </Text>
      </span>
      {isOverdue && (
        <Text span size="sm" c="var(--g-danger-text)" className={classes.line}>
          <IconAlertTriangle size={16} aria-hidden /> Overdue
        </Text>
      )}
    </Text>
  )
}
