import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteSchedule } from '#domain/schedules/contract.ts'
import { createSchedule, type ScheduleChoice } from '#web/features/schedules/api.ts'
import { call } from '#web/platform/client.ts'
import { reloadPosts } from '#web/platform/live-updates.ts'
import { toast } from '#web/ui/toast.tsx'

/** Takes a post off the schedule. The caller reloads what shows it, and shows a failure. */
export const removeSchedule = (scheduleId: number) => call(deleteSchedule, { params: { scheduleId } })

/** Takes a post off the schedule. */
export const useDeleteSchedule = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ scheduleId }: { readonly scheduleId: number; readonly postId: number }) =>
      removeSchedule(scheduleId),
    onSettled: (_done, _error, { postId }) => reloadPosts(client, projectId, [postId]),
  })
}

/** Gives a post its first time, with Undo in the toast. A failure has a toast, unless the caller shows it (`ownErrors`). */
export const useScheduleWithUndo = (projectId: number, meta: { readonly ownErrors?: boolean } = {}) => {
  const client = useQueryClient()
  const { mutate: remove } = useDeleteSchedule(projectId)
  return useMutation({
    meta,
    mutationFn: (body: ScheduleChoice & { readonly post_id: number }) => createSchedule(body),
    onSuccess: ({ id: scheduleId, post_id: postId }) =>
      toast.undoable('Post scheduled', () => remove({ scheduleId, postId })),
    onSettled: (_done, _error, { post_id }) => reloadPosts(client, projectId, [post_id]),
  })
}
