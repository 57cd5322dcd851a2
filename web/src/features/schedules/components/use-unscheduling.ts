import { messageOf } from '#web/platform/api-error.ts'
import type { useConfirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type ScheduleChoice, useCreateSchedule, useDeleteSchedule } from '../api.ts'

type Scheduled = {
  readonly scheduleId: number
  readonly postId: number
  readonly choice: ScheduleChoice
  /** Approval was skipped, which counts for this time only. */
  readonly isSkipped: boolean
}

/** A question first, as a skipped approval does not come back with Undo. @returns whether the post is off the schedule */
export const useUnscheduling = (projectId: number, ask: ReturnType<typeof useConfirm>['ask']) => {
  const remove = useDeleteSchedule(projectId)
  const create = useCreateSchedule(projectId)
  return async ({ scheduleId, postId, choice, isSkipped }: Scheduled): Promise<boolean> => {
    const isSure = await ask({
      title: 'Are you sure you want to take the post off the schedule?',
      text: isSkipped
        ? 'Its approval was skipped for this time: it becomes a draft again.'
        : 'It leaves the calendar. Its content and its approval stay.',
      confirmLabel: 'Take off schedule',
    })
    if (!isSure) return false
    const isOff = await remove.mutateAsync(scheduleId).then(
      () => true,
      // the mutation's own toast has said why
      () => false,
    )
    if (isOff)
      toast.undoable('Post taken off the schedule', () =>
        create.mutate(
          { ...choice, post_id: postId },
          { onError: error => void toast.error(messageOf(error)) },
        ),
      )
    return isOff
  }
}
