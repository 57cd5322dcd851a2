import { useMutation, useQueryClient } from '@tanstack/react-query'
import { publishPost, publishPostAsAdmin } from '#domain/publishing/contract.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

type Publish = { readonly postId: number; readonly asAdmin: boolean }

/** Publishes a post now; the answer is the post on its way, live updates tell how it goes on. */
export const usePublish = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ postId, asAdmin }: Publish) =>
      asAdmin ? call(publishPostAsAdmin, { params: { postId } }) : call(publishPost, { params: { postId } }),
    onSuccess: post => {
      client.setQueryData(queryKeys.post(projectId, post.id), post)
      void client.invalidateQueries({ queryKey: queryKeys.approvalHistory(projectId, post.id) })
      void client.invalidateQueries({ queryKey: queryKeys.calendar(projectId) })
      void client.invalidateQueries({ queryKey: queryKeys.postLists(projectId) })
      void client.invalidateQueries({ queryKey: queryKeys.approvalLists(projectId) })
    },
  })
}
