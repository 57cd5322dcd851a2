import { lazy, Suspense } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import {
  choiceOf,
  type ScheduleChoice,
  useCreateSchedule,
  useUpdateSchedule,
} from '#web/features/schedules/api.ts'
import { ScheduleModal } from '#web/features/schedules/schedule-modal.tsx'
import { useMe } from '#web/platform/me.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { toast } from '#web/ui/toast.tsx'

const BestTimeChart = lazy(async () => ({
  default: (await import('#web/features/schedules/best-time-chart.tsx')).BestTimeChart,
}))

type Props = {
  readonly post: Post
  /** The version that is being edited: the best time opens on it. */
  readonly network: SocialNetwork
  readonly preset: Partial<ScheduleChoice>
  readonly isBeforeApproval: boolean
  readonly ensureSaved: () => Promise<unknown>
  readonly onScheduled: () => void
  readonly onClose: () => void
}

/** Schedules or reschedules one post. What is written is saved first, as a draft. */
export function PostScheduleModal(props: Props) {
  const timezone = useTimezone()
  const { post, network, preset, isBeforeApproval, ensureSaved, onScheduled, onClose } = props
  const create = useCreateSchedule(post.project_id)
  const update = useUpdateSchedule(post.project_id)
  const { lead_time_minutes: leadMinutes } = useMe()
  const { latest_schedule: schedule } = post
  const confirm = async (choice: ScheduleChoice) => {
    await ensureSaved()
    await (schedule === null
      ? create.mutateAsync({ ...choice, post_id: post.id })
      : update.mutateAsync({ ...choice, scheduleId: schedule.id }))
    if (!isBeforeApproval) toast.success('Changes saved')
    onScheduled()
  }
  return (
    <ScheduleModal
      action={isBeforeApproval ? 'before_approval' : schedule === null ? 'schedule' : 'reschedule'}
      initial={schedule ? choiceOf(schedule, timezone) : preset}
      posts={post.post_socials.map(({ social_network, type }) => ({ networks: [social_network], type }))}
      leadMinutes={leadMinutes}
      advice={day => (
        <Suspense fallback={null}>
          <BestTimeChart
            networks={post.post_socials.map(({ social_network }) => social_network)}
            first={network}
            date={day}
          />
        </Suspense>
      )}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
