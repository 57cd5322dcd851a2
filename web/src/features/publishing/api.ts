import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Post } from '#domain/posts/model.ts'
import {
  confirmIsLive,
  listMendedFailures,
  listNextTries,
  publishAgain,
  publishPost,
  publishPostAsAdmin,
  retryFirstComment,
} from '#domain/publishing/contract.ts'
import { useMay } from '#web/features/projects/api.ts'
import { expectApiError, messageOf } from '#web/platform/api-error.ts'
import { announceChangedPosts } from '#web/platform/changed-posts.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

/** The response is the updated post; everything that shows it is reloaded. */
const applyPost = (client: QueryClient, projectId: number) => (post: Post) => {
  client.setQueryData(queryKeys.post(projectId, post.id), post)
  void client.invalidateQueries({ queryKey: queryKeys.approvalHistory(projectId, post.id) })
  void announceChangedPosts(client, projectId, [post.id])
  void client.invalidateQueries({ queryKey: queryKeys.postLists(projectId) })
  void client.invalidateQueries({ queryKey: queryKeys.approvalLists(projectId) })
}

/** The first call is seldom longer under way. */
const STEP_MS = 5_000
const STEP_MAX_MS = 60_000

/**
 * What the versions of a post wait for while they are published. Asked again when the next step is due: steps without a result are no
 * news of the post.
 */
export const useListNextTries = (projectId: number, postId: number) =>
  useQuery({
    queryKey: [...queryKeys.post(projectId, postId), 'next-tries'],
    queryFn: ({ signal }) => call(listNextTries, { params: { postId }, signal }),
    refetchInterval: ({ state: { data = [] } }) => {
      const untilNext = data.map(({ next_try_at }) => Date.parse(next_try_at) - Date.now())
      return Math.min(STEP_MAX_MS, Math.max(STEP_MS, ...untilNext))
    },
  })

/** Publishes a post now. The answer is the post on its way; live updates show how it goes on. */
export const usePublishPost = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (postId: number) => call(publishPost, { params: { postId } }),
    onSuccess: applyPost(client, projectId),
  })
}

/** Publishes a post now without its approvals, which only an admin may do. */
export const usePublishPostAsAdmin = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (postId: number) => call(publishPostAsAdmin, { params: { postId } }),
    onSuccess: applyPost(client, projectId),
  })
}

/** Confirms that an unconfirmed version is live; its dialog shows what is wrong with the link. */
export const useConfirmIsLive = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ postSocialId, permalink }: { postSocialId: number; permalink: string }) =>
      call(confirmIsLive, { params: { postSocialId }, body: permalink === '' ? {} : { permalink } }),
    onSuccess: applyPost(client, projectId),
    meta: { ownErrors: true },
  })
}

/** Publishes an unconfirmed version again, at the person's own risk. */
export const usePublishAgain = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (postSocialId: number) => call(publishAgain, { params: { postSocialId } }),
    onSuccess: applyPost(client, projectId),
  })
}

/** Retries the first comment of a live version. */
export const useRetryFirstComment = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (postSocialId: number) => call(retryFirstComment, { params: { postSocialId } }),
    onSuccess: applyPost(client, projectId),
  })
}

/** What failed for want of access to an account that works again. Among the lists of posts, so that live updates read it again. */
export const useListMendedFailures = (projectId: number) => {
  const enabled = useMay(projectId)('post.publish')
  return useQuery({
    enabled,
    queryKey: [...queryKeys.postLists(projectId), 'mended-failures'],
    queryFn: ({ signal }) => call(listMendedFailures, { params: { projectId }, signal }),
  })
}

/** Publishes several posts now, one after the other; answers how many are on their way, and why the others are not. */
export const usePublishPosts = (projectId: number) => {
  const client = useQueryClient()
  const apply = applyPost(client, projectId)
  return useMutation({
    mutationFn: async (postIds: readonly number[]) => {
      const refusals: string[] = []
      for (const postId of postIds)
        await call(publishPost, { params: { postId } }).then(apply, (error: unknown) => {
          refusals.push(messageOf(error))
          expectApiError(error)
        })
      return { started: postIds.length - refusals.length, refusals }
    },
  })
}
