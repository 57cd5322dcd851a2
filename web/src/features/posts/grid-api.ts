import { useQuery } from '@tanstack/react-query'
import { addDays } from '#domain/kernel/days.ts'
import { dayOf } from '#domain/kernel/time.ts'
import { getInstagramGrid, listPosts } from '#domain/posts/contract.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

/** How many days the grid looks back and ahead: together the most that one call takes. Older posts come from Instagram itself. */
const back = 20

export const GRID_DAYS_AHEAD = 79

/** The account's latest posts on Instagram. */
export const useGetInstagramGrid = (projectId: number) =>
  useQuery({
    queryKey: ['posts', projectId, 'instagram-grid'],
    staleTime: 60_000,
    queryFn: ({ signal }) => call(getInstagramGrid, { params: { projectId }, signal }),
  })

/** The project's posts around today, for the grid. */
export const useListPosts = (projectId: number, timezone: string, now: Date) => {
  const today = dayOf(now, timezone)
  const range = { start: addDays(today, -back), end: addDays(today, GRID_DAYS_AHEAD) }
  return useQuery({
    queryKey: [...queryKeys.postLists(projectId), range.start, range.end],
    queryFn: ({ signal }) => call(listPosts, { params: { projectId, ...range }, signal }),
  })
}
