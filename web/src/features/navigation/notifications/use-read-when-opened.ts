import { useDocumentVisibility } from '@mantine/hooks'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import type { markRead } from '#domain/notifications/contract.ts'
import type { UnreadCounts } from '#domain/notifications/model.ts'
import type { CallInput } from '#web/platform/client.ts'
import { useMe } from '#web/platform/me.ts'
import { useMarkRead } from './api.ts'

type Matter = CallInput<typeof markRead>['body']

/** What is unread and not about a post, of which this page is the thing: a project one was added to, its accounts, the agency's bill. */
const accountMatters = (
  pathname: string,
  { projects, agencies }: UnreadCounts,
  ownAgencyId: number | undefined,
): readonly Matter[] => {
  if (pathname === '/billing')
    return agencies.flatMap(({ agency_id }) => (agency_id === ownAgencyId ? [{ agency_id }] : []))
  const [, projectId, page] = /^\/(\d+)(?:\/(.*))?$/.exec(pathname) ?? []
  const own = projects.find(({ project_id }) => project_id === Number(projectId))
  return (own?.account_kinds ?? []).flatMap(kind =>
    own && (kind === 'invitation' || page === 'settings/social-accounts')
      ? [{ project_id: own.project_id, kind }]
      : [],
  )
}

/**
 * Opening a post, or what else a person was told of, marks that as read on all their pages (docs/product/notifications.md "In the app").
 * A page in a tab behind others is not opened before the person turns to it.
 */
export const useReadWhenOpened = (counts: UnreadCounts | undefined): void => {
  const postId = useRouterState({
    select: ({ location }) => {
      const { postId } = location.search as { postId?: unknown }
      return typeof postId === 'number' ? postId : null
    },
  })
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const agencyId = useMe().agency?.id
  const matters = useMemo(
    () => (counts ? accountMatters(pathname, counts, agencyId) : []),
    [pathname, counts, agencyId],
  )
  const { mutate } = useMarkRead()
  const isSeen = useDocumentVisibility() === 'visible'
  const total = counts?.total ?? 0
  const marked = useRef<{ readonly postId: number; readonly total: number } | null>(null)
  useEffect(() => {
    if (postId === null) return
    const last = marked.current
    const isMarked = last?.postId === postId && total <= last.total
    if (!isMarked && (!isSeen || total === 0)) return
    // Where no more are unread than before, nothing new is about this post.
    marked.current = { postId, total }
    if (!isMarked) mutate({ post_id: postId })
  }, [isSeen, postId, total, mutate])
  useEffect(() => {
    if (isSeen) for (const matter of matters) mutate(matter)
  }, [isSeen, matters, mutate])
}
