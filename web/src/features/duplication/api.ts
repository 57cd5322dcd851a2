import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  clonePost,
  duplicateToAnyPlatform,
  duplicateToAnyPlatformBatch,
  getClonePreview,
  listCloneProjects,
  listNetworksForPosts,
  retryMediaReplication,
} from '#domain/duplication/contract.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { useReloadLists } from '#web/features/posts/api.ts'
import { type ScheduleChoice, warnOfRepeats } from '#web/features/schedules/api.ts'
import { type CallInput, call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

/** The networks that all these posts can be duplicated to. Never from the cache: the posts are being written. */
export const useListNetworksForPosts = (projectId: number, postIds: readonly number[]) =>
  useQuery({
    queryKey: ['duplication', projectId, 'networks', ...postIds],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => call(listNetworksForPosts, { body: { post_ids: [...postIds] }, signal }),
  })

type To = { readonly networks: readonly SocialNetwork[]; readonly when: ScheduleChoice | null }

/** One post or several, all or none. @returns the ids of the copies. The dialog shows failures itself. */
export const useDuplicatePosts = (projectId: number, postIds: readonly number[]) => {
  const one = useDuplicateToAnyPlatform()
  const many = useDuplicateToAnyPlatformBatch()
  const reload = useReloadLists(projectId)
  return async ({ networks, when }: To): Promise<number[]> => {
    const body = { social_networks: [...networks], ...when }
    const [first, ...others] = postIds
    if (first === undefined) return []
    const made =
      others.length === 0
        ? [await one.mutateAsync({ ...body, post_id: first })]
        : await many.mutateAsync({ ...body, post_ids: [...postIds] })
    const ids = made.map(({ id }) => id)
    reload(ids)
    warnOfRepeats(projectId, ids)
    return ids
  }
}

const useDuplicateToAnyPlatform = () =>
  useMutation({
    meta: { ownErrors: true },
    mutationFn: (body: CallInput<typeof duplicateToAnyPlatform>['body']) =>
      call(duplicateToAnyPlatform, { body }),
  })

const useDuplicateToAnyPlatformBatch = () =>
  useMutation({
    meta: { ownErrors: true },
    mutationFn: (body: CallInput<typeof duplicateToAnyPlatformBatch>['body']) =>
      call(duplicateToAnyPlatformBatch, { body }),
  })

/** The projects that a post can be cloned to, by name. */
export const useListCloneProjects = (postId: number, q: string) =>
  useQuery({
    queryKey: ['duplication', 'projects', postId, q],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listCloneProjects, { params: { postId }, query: q === '' ? {} : { q }, signal }),
  })

/** What a clone in a project would be. */
export const useGetClonePreview = (postId: number, toProjectId: number) =>
  useQuery({
    queryKey: ['duplication', 'preview', postId, toProjectId],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) =>
      call(getClonePreview, { params: { postId }, query: { to_project_id: String(toProjectId) }, signal }),
  })

/** The dialog shows failures itself. */
export const useClonePost = (toProjectId: number) => {
  const reload = useReloadLists(toProjectId)
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (body: Omit<CallInput<typeof clonePost>['body'], 'to_project_id'>) =>
      call(clonePost, { body: { ...body, to_project_id: toProjectId } }),
    onSuccess: ({ id }) => reload([id]),
  })
}

export const useRetryMediaReplication = (projectId: number) => {
  const client = useQueryClient()
  const reload = useReloadLists(projectId)
  return useMutation({
    mutationFn: (postId: number) => call(retryMediaReplication, { params: { postId } }),
    onSuccess: post => {
      client.setQueryData(queryKeys.post(projectId, post.id), post)
      reload([post.id])
    },
  })
}
