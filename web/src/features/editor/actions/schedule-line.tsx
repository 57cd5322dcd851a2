import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle, IconCalendarEvent, IconCalendarOff } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { Post } from '#domain/posts/model.ts'
import { isOpenPost } from '#domain/posts/status.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import classes from '../post-workspace.module.css'
import type { presetOf } from './preset.ts'

/** Loaded after the page, which shows the time as a text until then. */
const ScheduleFields = lazy(() =>
  import('./schedule-fields.tsx').then(module => ({ default: module.ScheduleFields })),
)

type Props = {
  readonly post: Post
  readonly preset: ReturnType<typeof presetOf>
  readonly mayChange: boolean
}

/** When and how the post is published; changed in place by those who may. */
export function ScheduleLine({ post, preset, mayChange }: Props) {
  const { latest_schedule: schedule, is_overdue: isOverdue } = post
  // A phone has no room for the fields: there the time is changed in the schedule's dialog.
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  // It is being published without a schedule.
  if (schedule === null && !isOpenPost(post.status)) return null
  const text = <ScheduleText schedule={schedule} />
  const hasFields = mayChange && !isPhone
  return (
    <div className={classes.schedule} data-fields={hasFields || undefined}>
      {hasFields ? (
        <Suspense fallback={text}>
          <ScheduleFields post={post} preset={preset} />
        </Suspense>
      ) : (
        text
      )}
      {isOverdue && (
        <Text span size="sm" c="var(--g-danger-text)" className={classes.line}>
          <IconAlertTriangle size={16} aria-hidden /> Overdue
        </Text>
      )}
    </div>
  )
}

function ScheduleText({ schedule }: { schedule: Post['latest_schedule'] }) {
  const timezone = useTimezone()
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
        <ZonedTime instant={schedule.datetime} timezone={timezone} />
        <Text span size="sm" c="dimmed">
          {schedule.is_autoposting ? ' · Autoposting' : ' · Published by hand'}
          {schedule.planned_datetime !== undefined && (
            <>
              {' · Planned for '}
              <ZonedTime instant={schedule.planned_datetime} timezone={timezone} zone="hint" />
            </>
          )}
        </Text>
      </span>
    </Text>
  )
}
