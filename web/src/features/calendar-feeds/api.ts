import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endCalendarFeed, getCalendarFeed, renewCalendarFeed } from '#domain/calendar-feeds/contract.ts'
import { call } from '#web/platform/client.ts'

const keyOf = (projectId: number) => ['calendar-feed', projectId] as const

/** Since when the person has an address; null: the feed is off. */
export const useGetCalendarFeed = (projectId: number) =>
  useQuery({
    queryKey: keyOf(projectId),
    queryFn: ({ signal }) => call(getCalendarFeed, { params: { projectId }, signal }),
  })

/** Makes an address, which is shown only in this answer. */
export const useRenewCalendarFeed = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(renewCalendarFeed, { params: { projectId }, body: {} }),
    onSuccess: ({ created_at }) => client.setQueryData(keyOf(projectId), { created_at }),
  })
}

export const useEndCalendarFeed = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(endCalendarFeed, { params: { projectId } }),
    onSuccess: () => client.setQueryData(keyOf(projectId), { created_at: null }),
  })
}
