import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Me } from '#domain/accounts/model.ts'
import { meQuery, ownProjectOf, refreshMe } from './me.ts'
import { mutationKeys } from './query.ts'

/**
 * Reads the person anew when what they may open or do has changed. A project that they were taken into appears; the layout of one that
 * they are no longer in sends them on; with another role the page is asked again whether it is theirs.
 */
export const useReadAccess = (projectId: number): (() => void) => {
  const client = useQueryClient()
  const router = useRouter()
  return useCallback(() => {
    // Who deletes the project is leaving it already, with words of their own.
    const mutationKey = mutationKeys.deleteProject(projectId)
    const isLeaving = client.getMutationCache().findAll({ mutationKey })
    if (isLeaving.some(({ state }) => state.status === 'pending' || state.status === 'success')) return
    const roleIn = (me: Me | undefined) => me && ownProjectOf(me, projectId)?.role
    const before = roleIn(client.getQueryData(meQuery.queryKey))
    refreshMe(client).then(
      me => {
        const now = roleIn(me)
        if (now && now !== before) void router.invalidate()
        void client.invalidateQueries({ queryKey: ['agencies'] })
      },
      () => undefined, // without an answer the next reconnection asks again; without a session the login page is on its way
    )
  }, [client, router, projectId])
}
