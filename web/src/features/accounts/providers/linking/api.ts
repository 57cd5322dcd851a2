import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  beginLinking,
  finishLinking,
  listWaysIn,
  unlinkIdentity,
  type WaysIn,
} from '#domain/accounts/providers/linking/contract.ts'
import type { Provider } from '#domain/accounts/providers/rules.ts'
import { call } from '#web/platform/client.ts'
import { readToken } from '#web/platform/token.ts'
import {
  type GrantedReturn,
  isOfLinking,
  keepLinking,
  type ProviderReturn,
  returnOf,
  takeLinking,
} from '../api.ts'

export const waysInKey = ['accounts', 'ways-in'] as const

/** How the person signs in. Read anew whenever it is looked at: it is a question of safety. */
export const useWaysIn = () =>
  useQuery({
    queryKey: waysInKey,
    queryFn: ({ signal }) => call(listWaysIn, { signal }),
    staleTime: 0,
  })

/** Where the browser leaves to. A value, so that tests can stand in the door. */
export const door = { leaveFor: (url: string): void => window.location.assign(url) }

/** Goes to the provider, and remembers where from. */
export const useBeginLinking = () =>
  useMutation({
    mutationFn: (provider: Provider) => call(beginLinking, { body: { provider } }),
    onSuccess: ({ url }) => {
      keepLinking(`${window.location.pathname}${window.location.search}`)
      door.leaveFor(url)
    },
  })

export const useUnlink = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (identityId: number) => call(unlinkIdentity, { params: { identityId } }),
    onSuccess: ways => client.setQueryData(waysInKey, ways),
    onError: () => client.invalidateQueries({ queryKey: waysInKey }),
  })
}

/**
 * What has come back from linking, if the address holds that. Code and state leave the address and the history before anything else
 * reads them, and the person is where they were.
 */
export const takeLinkReturn = (): ProviderReturn | null => {
  const returned = window.location.pathname === '/' ? returnOf(window.location.search) : null
  if (!returned || !isOfLinking(returned) || readToken() === null) return null
  window.history.replaceState(null, '', takeLinking())
  return returned
}

/** Each return is exchanged once: it works once, and effects may run twice. */
const finished = new Map<string, Promise<WaysIn>>()

/** Links what has come back. Rejects with ApiError. */
export const finishOnce = ({ provider, code, state }: GrantedReturn): Promise<WaysIn> => {
  const known = finished.get(state) ?? call(finishLinking, { body: { provider, code, state } })
  finished.set(state, known)
  return known
}
