import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addDays } from '#domain/kernel/days.ts'
import { dayOf } from '#domain/kernel/time.ts'
import { linkProblem } from '#domain/posts/attachments.ts'
import {
  createPost,
  deletePost,
  deletePosts,
  getInstagramGrid,
  getLinkPreview,
  getPostOfProject,
  listPosts,
  restorePosts,
  savePostSocials,
} from '#domain/posts/contract.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { announceChangedPosts } from '#web/platform/changed-posts.ts'
import { type CallInput, call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

/** How many days the grid looks back and ahead: together the most that one call takes. Older posts come from Instagram itself. */
const back = 20

const ahead = 79

/** The account's latest posts on Instagram. */
export const useGetInstagramGrid = (projectId: number) =>
  useQuery({
    queryKey: ['posts', projectId, 'instagram-grid'],
    staleTime: 60_000,
    queryFn: ({ signal }) => call(getInstagramGrid, { params: { projectId }, signal }),
  })

/** What a linked page says about itself; not asked for until the address is complete and no longer being typed. */
export const useGetLinkPreview = (projectId: number, link: string) => {
  const [settled] = useDebouncedValue(link, 600)
  const { data, error, isFetching } = useQuery({
    queryKey: linkPreviewKey(projectId, settled),
    enabled: linkProblem(settled) === null,
    staleTime: 10 * 60_000,
    retry: false,
    queryFn: ({ signal }) => call(getLinkPreview, { params: { projectId }, query: { url: settled }, signal }),
  })
  return {
    page: settled === link ? data : undefined,
    refusal: error ? messageOf(error) : null,
    isReading: isFetching || settled !== link,
  }
}

/** Reads the linked page again. */
export const useReadLinkAgain = (projectId: number, link: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(getLinkPreview, { params: { projectId }, query: { url: link, refresh: '1' } }),
    onSuccess: preview => client.setQueryData(linkPreviewKey(projectId, link), preview),
  })
}

export const linkPreviewKey = (projectId: number, link: string) => ['posts', projectId, 'link', link] as const

/** The project's posts around today, for the grid. */
export const useListPosts = (projectId: number, timezone: string, now: Date) => {
  const today = dayOf(now, timezone)
  const range = { start: addDays(today, -back), end: addDays(today, ahead) }
  return useQuery({
    queryKey: [...queryKeys.postLists(projectId), range.start, range.end],
    queryFn: ({ signal }) => call(listPosts, { params: { projectId, ...range }, signal }),
  })
}

/** A post with all the versions that the caller may see. */
export const getPostOfProjectQuery = (projectId: number, postId: number) =>
  queryOptions({
    queryKey: queryKeys.post(projectId, postId),
    queryFn: ({ signal }) => call(getPostOfProject, { params: { projectId, postId }, signal }),
  })

export const useGetPostOfProject = (projectId: number, postId: number) =>
  useQuery(getPostOfProjectQuery(projectId, postId))

/** Reloads the lists, and the cards of these posts, which show them too. */
const useReloadLists = (projectId: number) => {
  const client = useQueryClient()
  return (postIds: readonly number[]) => {
    for (const queryKey of [queryKeys.postLists(projectId), queryKeys.approvalLists(projectId)])
      void client.invalidateQueries({ queryKey })
    void announceChangedPosts(client, projectId, postIds)
  }
}

export const useCreatePost = (projectId: number) => {
  const client = useQueryClient()
  const touchLists = useReloadLists(projectId)
  return useMutation({
    mutationFn: (body: Omit<CallInput<typeof createPost>['body'], 'project_id'>) =>
      call(createPost, { body: { ...body, project_id: projectId } }),
    onSuccess: ({ post }) => {
      client.setQueryData(queryKeys.post(projectId, post.id), post)
      touchLists([post.id])
    },
  })
}

/** The body of a save; the editor adds the project and the post. */
export type PostSave = Omit<CallInput<typeof savePostSocials>['body'], 'project_id' | 'post_id'>

/** Saves versions of a post. The caller reloads what shows it, and shows a failure. */
export const savePost = (projectId: number, postId: number, body: PostSave) =>
  call(savePostSocials, { body: { ...body, project_id: projectId, post_id: postId } })

/** Saves versions of a post. The editor shows failures itself: a conflict as a dialog, a lost connection as a state. */
export const useSavePostSocials = (projectId: number, postId: number) => {
  const client = useQueryClient()
  const touchLists = useReloadLists(projectId)
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (body: PostSave) => savePost(projectId, postId, body),
    onSuccess: post => {
      client.setQueryData(queryKeys.post(projectId, post.id), post)
      touchLists([post.id])
    },
  })
}

export const useDeletePost = (projectId: number) => {
  const touchLists = useReloadLists(projectId)
  return useMutation({
    mutationFn: (postId: number) => call(deletePost, { params: { postId } }),
    onSettled: (_nothing, _error, postId) => touchLists([postId]),
  })
}

/** All of them or none. */
export const useDeletePosts = (projectId: number) => {
  const touchLists = useReloadLists(projectId)
  return useMutation({
    mutationFn: (postIds: number[]) => call(deletePosts, { body: { post_ids: postIds } }),
    onSettled: (_nothing, _error, postIds) => touchLists(postIds),
  })
}

/** Undoes a deletion, from its toast. */
export const useRestorePosts = (projectId: number) => {
  const touchLists = useReloadLists(projectId)
  return useMutation({
    mutationFn: (postIds: number[]) =>
      call(restorePosts, { body: { project_id: projectId, post_ids: postIds } }),
    onSettled: (_nothing, _error, postIds) => touchLists(postIds),
  })
}
