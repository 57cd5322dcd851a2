import { useMutation, useQueryClient } from '@tanstack/react-query'
import { startApprovals, undoSending } from '#domain/approvals/contract.ts'
import { type CallInput, call } from '#web/platform/client.ts'
import { applyPosts } from './api.ts'

/** Sends posts for approval, or resends them. Refused posts are shown as they are by now. */
export const useStartApprovals = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof startApprovals>['body']) => call(startApprovals, { body }),
    onSuccess: answers =>
      applyPosts(
        client,
        projectId,
        answers.map(({ post }) => post),
      ),
  })
}

/** Takes back what was sent together a moment ago. */
export const useUndoSending = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof undoSending>['body']) => call(undoSending, { body }),
    onSuccess: rows =>
      applyPosts(
        client,
        projectId,
        rows.flatMap(({ post }) => post ?? []),
      ),
  })
}
