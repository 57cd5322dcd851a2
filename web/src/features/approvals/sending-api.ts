import { useMutation, useQueryClient } from '@tanstack/react-query'
import { applyLateRule, remindApprovers, startApprovals, undoSending } from '#domain/approvals/contract.ts'
import { confirmAccount } from '#domain/publishing/contract.ts'
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

/** Reminds those who have not decided about a post. */
export const useRemindApprovers = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof remindApprovers>['body']) => call(remindApprovers, { body }),
  })

/** Approves a post for a client who is late. */
export const useApplyLateRule = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof applyLateRule>['body']) => call(applyLateRule, { body }),
    onSuccess: post => applyPosts(client, projectId, [post]),
  })
}

/** Lets what was approved for another account go out on the connected one; `withOthers`: all of the project and network. */
export const useConfirmAccount = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (given: { postSocialId: number; accountId: number; withOthers: boolean }) =>
      call(confirmAccount, {
        params: { postSocialId: given.postSocialId },
        body: { social_account_id: given.accountId, with_others: given.withOthers },
      }),
    onSuccess: post => applyPosts(client, projectId, [post]),
  })
}
