import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeFollowing, createSeries, getPostSeries, stopSeries } from '#domain/series/contract.ts'
import { useReloadLists } from '#web/features/posts/api.ts'
import { type CallInput, call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

// Among the lists of posts: what changes a draft of the series reloads how many nobody has changed.
const keyOf = (projectId: number) => [...queryKeys.postLists(projectId), 'series'] as const

export type SeriesOf = { readonly projectId: number; readonly postId: number }

export const useGetPostSeries = ({ projectId, postId }: SeriesOf) =>
  useQuery({
    queryKey: [...keyOf(projectId), postId],
    queryFn: ({ signal }) => call(getPostSeries, { params: { postId }, signal }),
  })

/** The dialog shows failures itself. */
const useSeriesCall = <I, O>({ projectId, postId }: SeriesOf, send: (input: I) => Promise<O>) => {
  const client = useQueryClient()
  const reload = useReloadLists(projectId)
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: send,
    onSettled: async () => {
      reload([postId])
      await client.invalidateQueries({ queryKey: queryKeys.calendar(projectId) })
    },
  })
}

export const useCreateSeries = (of: SeriesOf) =>
  useSeriesCall(of, (body: CallInput<typeof createSeries>['body']) =>
    call(createSeries, { params: { postId: of.postId }, body }),
  )

export const useChangeFollowing = (of: SeriesOf) =>
  useSeriesCall(of, (_: null) => call(changeFollowing, { params: { postId: of.postId } }))

export const useStopSeries = (of: SeriesOf) =>
  useSeriesCall(of, (body: CallInput<typeof stopSeries>['body']) =>
    call(stopSeries, { params: { postId: of.postId }, body }),
  )
