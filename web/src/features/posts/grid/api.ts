import { useQuery } from '@tanstack/react-query'
import { addDays } from '#domain/kernel/days.ts'
import { dayOf } from '#domain/kernel/time.ts'
import { listPosts } from '#domain/posts/contract.ts'
import { getInstagramGrid } from '#domain/posts/grid/contract.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

/** How far the grid looks back and ahead, in days: together as many as one call takes. What is older comes from Instagram itself. */
const back = 20
const ahead = 79

/** The account's latest posts on Instagram. */
export const useInstagramPosts = (projectId: number) =>
  useQuery({
    queryKey: ['posts', projectId, 'instagram-grid'],
    staleTime: 60_000,
    queryFn: ({ signal }) => call(getInstagramGrid, { params: { projectId }, signal }),
  })

/** The project's posts around today, as the grid needs them. */
export const usePostsAround = (projectId: number, timezone: string, now: Date) => {
  const today = dayOf(now, timezone)
  const range = { start: addDays(today, -back), end: addDays(today, ahead) }
  return useQuery({
    queryKey: [...queryKeys.postLists(projectId), range.start, range.end],
    queryFn: ({ signal }) => call(listPosts, { params: { projectId, ...range }, signal }),
  })
}
