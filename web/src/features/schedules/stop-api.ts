import { useMutation, useQueryClient } from '@tanstack/react-query'
import { networkNames } from '#domain/networks/names.ts'
import { type Stopped, stopPost, undoStop } from '#domain/schedules/stop-contract.ts'
import { call } from '#web/platform/client.ts'
import { reloadPosts } from '#web/platform/live-updates.ts'
import { toast } from '#web/ui/toast.tsx'

const list = new Intl.ListFormat('en-GB')

const stoppedText = ({ still_sending: sending }: Stopped): string =>
  sending.length === 0
    ? 'Post stopped. It has no schedule now.'
    : `Post stopped, but ${list.format(sending.map(network => networkNames[network]))} is being sent already.`

/** Stops a post. The caller reloads what shows it, and shows a failure. */
export const takeOffSchedule = (postId: number) => call(stopPost, { params: { postId } })

/** Puts a stopped post back on its time. */
export const useUndoStop = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ scheduleId }: { readonly scheduleId: number; readonly postId: number }) =>
      call(undoStop, { params: { scheduleId } }),
    onSettled: (_done, _error, { postId }) => reloadPosts(client, projectId, [postId]),
  })
}

/** Stops a post until the moment of sending, with Undo in the toast (docs/product/publishing.md "Stop"). */
export const useStopPost = (projectId: number) => {
  const client = useQueryClient()
  const { mutate: undo } = useUndoStop(projectId)
  return useMutation({
    mutationFn: takeOffSchedule,
    onSuccess: (stopped, postId) => {
      const { schedule_id: scheduleId } = stopped
      if (scheduleId === null) toast.success(stoppedText(stopped))
      else toast.undoable(stoppedText(stopped), () => undo({ scheduleId, postId }))
    },
    onSettled: (_done, _error, postId) => reloadPosts(client, projectId, [postId]),
  })
}
