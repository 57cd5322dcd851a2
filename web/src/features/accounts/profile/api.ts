import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#domain/accounts/contract.ts'
import {
  beginLinking,
  changePassword,
  endOneSession,
  endOtherSessions,
  listSessions,
  listWaysIn,
  saveProfile,
  unlinkIdentity,
  type WaysIn,
} from '#domain/accounts/contract.ts'
import type { Provider } from '#domain/accounts/providers.ts'
import type { Request } from '#domain/kernel/endpoint.ts'
import { call } from '#web/platform/client.ts'
import { useMe } from '#web/platform/me.ts'
import { queryKeys } from '#web/platform/query.ts'
import { filesOf, type PictureChoice, removalOf } from '#web/ui/picture-choice.ts'
import { type GrantedReturn, keepLinking } from '../providers/oauth-return.ts'

export const waysInKey = ['accounts', 'ways-in'] as const

/** How the person signs in. Read anew whenever it is looked at: it is a question of safety. */
export const useListWaysIn = () =>
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

export const useUnlinkIdentity = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (identityId: number) => call(unlinkIdentity, { params: { identityId } }),
    onSuccess: ways => client.setQueryData(waysInKey, ways),
    onError: () => client.invalidateQueries({ queryKey: waysInKey }),
  })
}

const finished = new Map<string, Promise<WaysIn>>()

/** Links the account that came back from a provider. Once for each return: its code works once, and effects may run twice. Rejects with ApiError. */
export const finishLinking = ({ provider, code, state }: GrantedReturn): Promise<WaysIn> => {
  const known = finished.get(state) ?? call(contract.finishLinking, { body: { provider, code, state } })
  finished.set(state, known)
  return known
}

export const ownSessionsKey = ['accounts', 'sessions'] as const

/** Where the person is signed in. Read anew whenever it is looked at: it is a question of safety. */
export const useListSessions = () =>
  useQuery({
    queryKey: ownSessionsKey,
    queryFn: ({ signal }) => call(listSessions, { signal }),
    staleTime: 0,
  })

export const useEndOneSession = () => {
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

type Changes = Omit<Request<typeof saveProfile>['body'], '_method' | 'remove_image'>

/** Saves what has changed. The forms show their failures themselves. */
export const useSaveProfile = () => {
  const client = useQueryClient()
  const { id } = useMe()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: ({ image, ...changes }: Changes & { readonly image: PictureChoice }) =>
      call(saveProfile, {
        params: { userId: id },
        body: { _method: 'PUT', ...changes, ...removalOf(image) },
        ...filesOf(image),
      }),
    onSuccess: async me => {
      // What is being read since before would bring the former name back.
      await client.cancelQueries({ queryKey: queryKeys.me() })
      client.setQueryData(queryKeys.me(), me)
      // Name and picture stand at every post and comment of theirs.
      void client.invalidateQueries({ queryKey: ['projects'] })
    },
  }).mutateAsync
}

export const useChangePassword = () => {
  const client = useQueryClient()
  const { id } = useMe()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (body: Request<typeof changePassword>['body']) =>
      call(changePassword, { params: { userId: id }, body }),
    // Every other session has ended with it.
    onSuccess: () =>
      Promise.all([ownSessionsKey, waysInKey].map(queryKey => client.invalidateQueries({ queryKey }))),
  }).mutateAsync
}
