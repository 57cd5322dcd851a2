import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createPost,
  deletePost,
  deletePosts,
  getPostOfProject,
  restorePosts,
  savePostSocials,
} from '#domain/posts/contract.ts'
import { announceChangedPosts } from '#web/platform/changed-posts.ts'
import { type CallInput, call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

/** A post with all the versions that the caller may see. */
export const getPostOfProjectQuery = (projectId: number, postId: number) =>
  queryOptions({
    queryKey: queryKeys.post(projectId, postId),
    queryFn: ({ signal }) => call(getPostOfProject, { params: { projectId, postId }, signal }),
  })

export const useGetPostOfProject = (projectId: number, postId: number) =>
  useQuery(getPostOfProjectQuery(projectId, postId))

/** Reloads the lists, and the cards of these posts, which show them too. */
export const useReloadLists = (projectId: number) => {
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
