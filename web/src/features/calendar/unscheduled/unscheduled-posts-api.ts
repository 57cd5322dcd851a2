import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { listUnscheduledPosts } from '#domain/calendar/contract.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

/** The posts without a schedule, page by page. Among the lists of posts: whatever reloads those reloads it too. */
export const useListUnscheduledPosts = (projectId: number, q: string) =>
  useInfiniteQuery({
    queryKey: [...queryKeys.postLists(projectId), 'unscheduled', q],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      call(listUnscheduledPosts, { params: { projectId }, query: { q: q || undefined, after }, signal }),
    getNextPageParam: page => page.next_after ?? undefined,
    placeholderData: keepPreviousData,
  })
