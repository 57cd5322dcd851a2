import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { declineWords, listTextProposals, takeWords } from '#domain/approvals/conversation-contract.ts'
import { type CallInput, call } from '#web/platform/client.ts'
import { reloadPosts } from '#web/platform/live-updates.ts'
import { queryKeys } from '#web/platform/query.ts'
import { toast } from '#web/ui/toast.tsx'
import type { TalkSubject } from './conversation-api.ts'

// Below the history's key: every event about the post reloads them.
const proposalsKey = ({ projectId, postId }: TalkSubject) => [
  ...queryKeys.approvalHistory(projectId, postId),
  'words',
]

/** The words that clients propose for the versions of a post. */
export const useListTextProposals = (subject: TalkSubject) =>
  useQuery({
    queryKey: proposalsKey(subject),
    queryFn: ({ signal }) => call(listTextProposals, { params: { postId: subject.postId }, signal }),
  })

/** Takes proposed words as the text. A failure is shown in a toast. */
export const useTakeWords = (subject: TalkSubject) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof takeWords>['body']) => call(takeWords, { body }),
    onSuccess: (_post, { outcome }) =>
      toast.success(outcome === 'approved' ? 'Words taken: the client has approved them' : 'Words taken'),
    // Also after a refusal: what was said before the click is no longer so.
    onSettled: () => reloadPosts(client, subject.projectId, [subject.postId]),
  })
}

/** Declines proposed words. A failure is shown in a toast. */
export const useDeclineWords = (subject: TalkSubject) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof declineWords>['body']) => call(declineWords, { body }),
    onSuccess: () => toast.success('Words declined'),
    onSettled: () => reloadPosts(client, subject.projectId, [subject.postId]),
  })
}
