import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { UnreadCounts } from '#domain/notifications/model.ts'
import { useMarkRead } from './api.ts'

/** Opening a post marks what its reader was told about it as read, on all their pages. */
export const useReadWhenOpened = (counts: UnreadCounts | undefined): void => {
  const postId = useRouterState({
    select: ({ location }) => {
      const { postId } = location.search as { postId?: unknown }
      return typeof postId === 'number' ? postId : null
    },
  })
  const { mutate } = useMarkRead()
  const hasUnread = (counts?.total ?? 0) > 0
  useEffect(() => {
    if (postId !== null && hasUnread) mutate({ post_id: postId })
  }, [postId, hasUnread, mutate])
}
