import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Me } from '#domain/accounts/model.ts'
import { meQuery, ownProjectOf, refreshMe } from './me.ts'
import { mutationKeys } from './query.ts'

/** Whether the person is deleting or leaving the project, or has: the page goes by itself, with a toast of its own. */
export const isLeaving = (client: QueryClient, projectId: number): boolean =>
  client
    .getMutationCache()
    .findAll({ mutationKey: mutationKeys.quitProject(projectId) })
    .some(({ state }) => state.status === 'pending' || state.status === 'success')

/**
 * Reloads the person when what they may open or do has changed. A project that they were added to appears; the layout of a
 * project that they left redirects them; after a change of role the page checks again whether they may see it.
 */
export const useReloadAccess = (projectId: number): (() => void) => {
  const client = useQueryClient()
  const router = useRouter()
  return useCallback(() => {
    if (isLeaving(client, projectId)) return
    const roleIn = (me: Me | undefined) => me && ownProjectOf(me, projectId)?.role
    const before = roleIn(client.getQueryData(meQuery.queryKey))
    refreshMe(client).then(
      me => {
        const now = roleIn(me)
        if (now && now !== before) void router.invalidate()
        void client.invalidateQueries({ queryKey: ['agencies'] })
      },
      () => undefined, // without a response the next reconnection asks again; without a session the login page is loading
    )
  }, [client, router, projectId])
}
