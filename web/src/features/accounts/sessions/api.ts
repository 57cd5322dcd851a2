import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endOneSession, endOtherSessions, listSessions } from '#domain/accounts/sessions/contract.ts'
import { call } from '#web/platform/client.ts'

export const ownSessionsKey = ['accounts', 'sessions'] as const

/** Where the person is signed in. Read anew whenever it is looked at: it is a question of safety. */
export const useOwnSessions = () =>
  useQuery({
    queryKey: ownSessionsKey,
    queryFn: ({ signal }) => call(listSessions, { signal }),
    staleTime: 0,
  })

export const useEndSession = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: number) => call(endOneSession, { params: { sessionId } }),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessionsKey }),
  })
}

export const useEndOtherSessions = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessionsKey }),
  })
}
