import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ActivityKind } from '#domain/approvals/activity.ts'
import {
  answerRevisionQuestion,
  askRevisionQuestion,
  checkRevisionMarks,
  listActivities,
  updateRevisionAnswer,
  updateRevisionComment,
  updateRevisionQuestion,
} from '#domain/approvals/conversation-contract.ts'
import { type CallInput, call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'
import { toast } from '#web/ui/toast.tsx'

/** The post whose approvals people talk about. */
export type TalkSubject = { readonly projectId: number; readonly postId: number }

const useReload = ({ projectId, postId }: TalkSubject) => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: queryKeys.approvalHistory(projectId, postId) })
}

type Question = CallInput<typeof askRevisionQuestion>['body']

/** Asks about a round. Rejects with ApiError, which a toast has shown. */
export const useAskRevisionQuestion = (subject: TalkSubject) => {
  const reload = useReload(subject)
  return useMutation({
    mutationFn: (body: Question) => call(askRevisionQuestion, { body }),
    // Fixed wording (docs/product/approvals.md "Texts").
    onSuccess: () => toast.success('Question was sent'),
    onSettled: reload,
  })
}

/** Answers a question about a round. Rejects with ApiError, which a toast has shown. */
export const useAnswerRevisionQuestion = (subject: TalkSubject) => {
  const reload = useReload(subject)
  return useMutation({
    mutationFn: (body: Question) => call(answerRevisionQuestion, { body }),
    // Fixed wording, as above.
    onSuccess: () => toast.success('Answer was sent'),
    onSettled: reload,
  })
}

/** Ticks off marks of a request, or opens them again. Rejects with ApiError, which a toast has shown. */
export const useCheckRevisionMarks = (subject: TalkSubject) => {
  const reload = useReload(subject)
  return useMutation({
    mutationFn: (body: CallInput<typeof checkRevisionMarks>['body']) => call(checkRevisionMarks, { body }),
    onSettled: reload,
  })
}

export type RevisionChange = CallInput<typeof updateRevisionComment>['body'] & {
  readonly attachments: readonly File[]
}

/** Changes one's own request for revision. Rejects with ApiError, which a toast has shown. */
export const useUpdateRevisionComment = (subject: TalkSubject) => {
  const reload = useReload(subject)
  return useMutation({
    mutationFn: ({ attachments, ...body }: RevisionChange) =>
      call(updateRevisionComment, { body, files: { attachments } }),
    // Fixed wording, as above.
    onSuccess: () => toast.success('Changes saved'),
    // Also after a refusal: somebody has acted on it, and that has to be seen.
    onSettled: reload,
  })
}

type Change = CallInput<typeof updateRevisionQuestion>['body']

/** Changes one's own question. Rejects with ApiError, which a toast has shown. */
export const useUpdateRevisionQuestion = (subject: TalkSubject) => {
  const reload = useReload(subject)
  return useMutation({
    mutationFn: (body: Change) => call(updateRevisionQuestion, { body }),
    onSuccess: () => toast.success('Changes saved'),
    onSettled: reload,
  })
}

/** Changes one's own answer. Rejects with ApiError, which a toast has shown. */
export const useUpdateRevisionAnswer = (subject: TalkSubject) => {
  const reload = useReload(subject)
  return useMutation({
    mutationFn: (body: Change) => call(updateRevisionAnswer, { body }),
    onSuccess: () => toast.success('Changes saved'),
    onSettled: reload,
  })
}

/** What happened to a post, by pages, newest first. Every event about the post reloads it, like the history. */
export const useListActivities = ({ projectId, postId }: TalkSubject, kind: ActivityKind | null) =>
  useInfiniteQuery({
    queryKey: [...queryKeys.approvalHistory(projectId, postId), 'activities', kind],
    queryFn: ({ pageParam, signal }) =>
      call(listActivities, {
        params: { postId },
        query: { ...(kind ? { kind } : {}), ...(pageParam ? { after: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: page => page.next ?? undefined,
  })
