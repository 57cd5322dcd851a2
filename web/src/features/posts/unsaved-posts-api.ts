import { useQuery } from '@tanstack/react-query'
import { addDays } from '#domain/kernel/days.ts'
import { dayOf } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import { listUnsavedPosts } from '#domain/posts/contract.ts'
import { UNSAVED_DAYS } from '#domain/posts/status.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

/** The person's own posts that were never saved as a draft. Among the lists of posts: whatever reloads those reloads it too. */
export const useListUnsavedPosts = (projectId: number) =>
  useQuery({
    queryKey: [...queryKeys.postLists(projectId), 'unsaved'],
    queryFn: ({ signal }) => call(listUnsavedPosts, { params: { projectId }, signal }),
    meta: { ownErrors: true },
  })

/** Until when a post that was never saved is kept, in words. `updatedAt`: of the post. */
export const unsavedUntil = (updatedAt: string, timezone: string): string => {
  const date = addDays(dayOf(new Date(updatedAt), timezone), UNSAVED_DAYS)
  return `Deleted on ${formatLocal({ date, time: '00:00' }, formats.dayThisYear)} unless you save it`
}
