import { type QueryClient, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  approveRounds,
  checkRevisionItems,
  getApprovals,
  requestRevision,
  skipApproval,
  skipApprovalOfVersion,
  unapproveRound,
  undoApprovals,
} from '#domain/approvals/contract.ts'
import type { Refusal } from '#domain/approvals/model.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import type { Post } from '#domain/posts/model.ts'
import { getPostOfProjectQuery } from '#web/features/posts/api.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { announceChangedPosts } from '#web/platform/changed-posts.ts'
import { type CallInput, call } from '#web/platform/client.ts'
import { reloadPosts } from '#web/platform/live-updates.ts'
import { queryKeys } from '#web/platform/query.ts'
import { toast } from '#web/ui/toast.tsx'
import { showInLists } from './list-pages.ts'

/** A post to decide about. What a list knows of it is shown at once, until the latest is loaded. */
export const useItemPost = (projectId: number, postId: number, known: Post | undefined) =>
  useQuery({ ...getPostOfProjectQuery(projectId, postId), ...(known ? { placeholderData: known } : {}) })

/** An approval of a version as it was shown, in its round. */
type ShownRound = CallInput<typeof approveRounds>['body']['rounds'][number]

/**
 * Approves versions together. Nothing is shown as approved before the server has answered. The caller shows refusals: a newer version is
 * not an error, but something to look at.
 */
export const useApproveRounds = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: ({ rounds }: { readonly postIds: readonly number[]; readonly rounds: ShownRound[] }) =>
      call(approveRounds, { body: { project_id: projectId, rounds } }),
    onSuccess: ({ posts }) => showDecided(client, projectId, posts),
    onSettled: (_answer, _error, { postIds }) => void reloadPosts(client, projectId, postIds),
  })
}

/** A list with the old post would offer it again. */
const showDecided = (client: QueryClient, projectId: number, posts: readonly Post[]): void => {
  for (const post of posts) {
    client.setQueryData(queryKeys.post(projectId, post.id), post)
    showInLists(client, projectId, post)
  }
}

const reloadPost = (client: QueryClient, projectId: number, postId: number): void => {
  void reloadPosts(client, projectId, [postId])
}

/** An approval that can be undone for a moment: of which version, in which round. */
type UndoableApproval = CallInput<typeof undoApprovals>['body']['approvals'][number]

/** Takes approvals back that were given together a moment ago. */
export const useUndoApprovals = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({
      approvals,
    }: {
      readonly postIds: readonly number[]
      readonly approvals: UndoableApproval[]
    }) => call(undoApprovals, { body: { project_id: projectId, approvals } }),
    onSuccess: ({ posts }) => showDecided(client, projectId, posts),
    onSettled: (_answer, _error, { postIds }) => void reloadPosts(client, projectId, postIds),
  })
}

const takenBack = 'This post was taken back or deleted. There is nothing to decide any more.'

/** What a refusal of a decision says to the person. A post that is hidden from them by now was on their screen. */
export const refusalText = (error: unknown): string =>
  error instanceof ApiError && error.status === 404 ? takenBack : messageOf(error)

/** The same, of one of several decisions. */
export const resultText = ({ code, message }: Refusal): string => (code === 'not_found' ? takenBack : message)

/** The rounds, the history (newest action first) and the plan of a post; of none, nothing is read. */
export const useGetApprovals = (projectId: number, postId: number | null) =>
  useQuery({
    queryKey: queryKeys.approvalHistory(projectId, postId ?? 0),
    queryFn: postId === null ? skipToken : ({ signal }) => call(getApprovals, { params: { postId }, signal }),
  })

/** Shows the returned posts at once and reloads what depends on them: histories, lists, the calendar. */
export const applyPosts = (client: QueryClient, projectId: number, posts: readonly Post[]): void => {
  for (const post of posts) {
    client.setQueryData(queryKeys.post(projectId, post.id), post)
    void client.invalidateQueries({ queryKey: queryKeys.approvalHistory(projectId, post.id) })
  }
  void client.invalidateQueries({ queryKey: queryKeys.approvalLists(projectId) })
  void client.invalidateQueries({ queryKey: queryKeys.postLists(projectId) })
  void announceChangedPosts(
    client,
    projectId,
    posts.map(({ id }) => id),
  )
}

/** Says why a decision was refused, and reads the post again: it is not what the screen shows. */
const sayRefusal = (client: QueryClient, projectId: number, postId: number, error: unknown): void => {
  toast.error(refusalText(error))
  reloadPost(client, projectId, postId)
}

/** The content of a revision form: text, checklist and images. */
export type RevisionRequest = CallInput<typeof requestRevision>['body'] & {
  readonly attachments: readonly File[]
}

const formOfRevision = ({ attachments, ...body }: RevisionRequest) => ({ body, files: { attachments } })

export const useRequestRevision = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (request: RevisionRequest) => call(requestRevision, formOfRevision(request)),
    onError: (error, { post_id: postId }) => sayRefusal(client, projectId, Number(postId), error),
    onSuccess: post => applyPosts(client, projectId, [post]),
  })
}

/** Unapproves; with a message or a checklist it is "Unapprove and request revision". */
export const useUnapproveRound = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (request: RevisionRequest) => call(unapproveRound, formOfRevision(request)),
    onError: (error, { post_id: postId }) => sayRefusal(client, projectId, Number(postId), error),
    onSuccess: post => applyPosts(client, projectId, [post]),
  })
}

export const useSkipApproval = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof skipApproval>['body']) => call(skipApproval, { body }),
    onSuccess: ({ post }) => applyPosts(client, projectId, [post]),
  })
}

/** Skips rounds of one version only. */
export const useSkipApprovalOfVersion = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof skipApprovalOfVersion>['body']) =>
      call(skipApprovalOfVersion, { body }),
    onSuccess: ({ post }) => applyPosts(client, projectId, [post]),
  })
}

type Histories = Output<typeof getApprovals>

type Tick = {
  readonly actionId: number
  readonly itemIds: readonly number[]
  readonly isChecked: boolean
}

/** The histories with these items of a checklist checked or unchecked. */
export const withTick = (histories: Histories, { actionId, itemIds, isChecked }: Tick): Histories => ({
  ...histories,
  approvals: histories.approvals.map(history => ({
    ...history,
    actions: history.actions.map(action =>
      action.id === actionId
        ? {
            ...action,
            checkboxes: action.checkboxes.map(box =>
              itemIds.includes(box.id) ? { ...box, is_checked: isChecked } : box,
            ),
          }
        : action,
    ),
  })),
})

/** Checks items of a checklist. Shown at once; undone if the server refuses. Rejects with ApiError; its toast has said why. */
export const useCheckRevisionItems = (projectId: number, postId: number) => {
  const client = useQueryClient()
  const queryKey = queryKeys.approvalHistory(projectId, postId)
  const mutationKey = ['tick-checklist', projectId, postId]
  const show = (tick: Tick) =>
    client.setQueryData<Histories>(queryKey, known => known && withTick(known, tick))
  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: ({ actionId: approval_action_id, itemIds, isChecked: is_checked }: Tick) =>
      call(checkRevisionItems, {
        body: { approval_action_id, checkboxes: itemIds.map(id => ({ id, is_checked })) },
      }),
    onMutate: async tick => {
      await client.cancelQueries({ queryKey })
      show(tick)
    },
    onError: (_error, tick) => show({ ...tick, isChecked: !tick.isChecked }),
    // Only after the last of several quick clicks: reloading earlier would show the later ones unchecked again.
    onSettled: () =>
      client.isMutating({ mutationKey }) <= 1 ? client.invalidateQueries({ queryKey }) : undefined,
  })
  return async (tick: Tick): Promise<void> => {
    // At once on the click: a mutation starts a moment later, and the box would flicker.
    show(tick)
    await mutateAsync(tick)
  }
}
