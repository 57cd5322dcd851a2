import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { countUnread, listNotifications, markRead } from '#domain/notifications/contract.ts'
import type { UnreadCounts } from '#domain/notifications/model.ts'
import { type CallInput, call } from '#web/platform/client.ts'
import { notificationKeys } from './keys.ts'

export const useCountUnread = () =>
  useQuery({
    queryKey: notificationKeys.unread(),
    queryFn: ({ signal }) => call(countUnread, { signal }),
  })

export const useListNotifications = (isUnread: boolean) =>
  useInfiniteQuery({
    queryKey: [...notificationKeys.lists(), isUnread],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      call(listNotifications, { query: { is_unread: isUnread ? 'true' : 'false', after }, signal }),
    getNextPageParam: page => page.next ?? undefined,
  })

/** Shown as read at once on this page; the others hear of it. */
export const useMarkRead = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof markRead>['body']) => call(markRead, { body }),
    onSuccess: (counts: UnreadCounts) => {
      client.setQueryData(notificationKeys.unread(), counts)
      void client.invalidateQueries({ queryKey: notificationKeys.lists() })
    },
  })
}
