import { Modal } from '@mantine/core'
import type { BoardRow } from '#domain/publishing/board-contract.ts'
import { useGetPostOfProject } from '#web/features/posts/api.ts'
import { choiceOf, useUpdateSchedule } from '#web/features/schedules/api.ts'
import { ScheduleModal } from '#web/features/schedules/schedule-modal.tsx'
import { messageOf } from '#web/platform/api-error.ts'
import { useMe, useOwnProject } from '#web/platform/me.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { Failed } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.tsx'

type Props = { readonly row: BoardRow; readonly onClose: () => void }

/** Another time for a post, chosen on the board: by the clock of its own project. */
export function MoveDialog({ row: { project_id: projectId, post_id: postId }, onClose }: Props) {
  const project = useOwnProject(projectId)
  const { lead_time_minutes: leadMinutes } = useMe()
  const { data: post, error, refetch } = useGetPostOfProject(projectId, postId)
  const update = useUpdateSchedule(projectId)
  const schedule = post?.latest_schedule
  if (error && !post)
    return (
      <Modal opened onClose={onClose} title="Reschedule post" closeButtonProps={{ 'aria-label': 'Close' }}>
        <Failed message={messageOf(error)} onRetry={() => void refetch()} />
      </Modal>
    )
  if (!schedule) return null
  return (
    <ShownProject value={project}>
      <ScheduleModal
        action="reschedule"
        initial={choiceOf(schedule, project.timezone)}
        posts={post.post_socials.map(({ social_network, type }) => ({ networks: [social_network], type }))}
        leadMinutes={leadMinutes}
        onConfirm={async choice => {
          await update.mutateAsync({ ...choice, scheduleId: schedule.id })
          toast.success('Changes saved')
          onClose()
        }}
        onClose={onClose}
      />
    </ShownProject>
  )
}
