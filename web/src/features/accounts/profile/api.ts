import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#domain/accounts/contract.ts'
import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  listSignInMethods,
  saveProfile,
  startLinkingIdentity,
  unlinkIdentity,
} from '#domain/accounts/contract.ts'
import type { Me, SignInMethods } from '#domain/accounts/model.ts'
import type { Provider } from '#domain/accounts/providers.ts'
import * as factor from '#domain/accounts/second-factor-contract.ts'
import type { Request } from '#domain/kernel/endpoint.ts'
import { call } from '#web/platform/client.ts'
import { useMe } from '#web/platform/me.ts'
import { queryKeys } from '#web/platform/query.ts'
import { callConfirmed } from '#web/ui/form/call-confirmed.ts'
import { filesOf, type PictureChoice, removalOf } from '#web/ui/picture/picture-choice.ts'
import { type GrantedReturn, rememberLinkingPage } from '../oauth-return.ts'

export const signInMethodsKey = ['accounts', 'sign-in-methods'] as const

/** The person's sign-in methods. Reloaded each time they are shown: an outdated list would mislead about security. */
export const useListSignInMethods = () =>
  useQuery({
    queryKey: signInMethodsKey,
    queryFn: ({ signal }) => call(listSignInMethods, { signal }),
    staleTime: 0,
  })

/** How the page is left. A value, so that tests can replace it. */
export const external = { goTo: (url: string): void => window.location.assign(url) }

/** Goes to the provider and remembers which page to come back to. */
/** A form shows why it is refused. */
export const useStartLinkingIdentity = ({ ownErrors }: { readonly ownErrors: boolean }) =>
  useMutation({
    meta: { ownErrors },
    mutationFn: (body: { readonly provider: Provider; readonly password?: string }) =>
      call(startLinkingIdentity, { body }),
    onSuccess: ({ url }) => {
      rememberLinkingPage(`${window.location.pathname}${window.location.search}`)
      external.goTo(url)
    },
  })

export const useUnlinkIdentity = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (identityId: number) => callConfirmed(unlinkIdentity, { params: { identityId } }),
    onSuccess: ways => client.setQueryData(signInMethodsKey, ways),
    onError: () => client.invalidateQueries({ queryKey: signInMethodsKey }),
  })
}

const finished = new Map<string, Promise<SignInMethods>>()

/**
 * Links the account that came back from a provider. Runs once for each return, since its code works once and effects may run
 * twice. Rejects with ApiError.
 */
export const linkIdentity = ({ provider, code, state }: GrantedReturn): Promise<SignInMethods> => {
  const known = finished.get(state) ?? call(contract.linkIdentity, { body: { provider, code, state } })
  finished.set(state, known)
  return known
}

export const sessionsKey = ['accounts', 'sessions'] as const

/** The person's sessions. Reloaded each time they are shown: an outdated list would mislead about security. */
export const useListSessions = () =>
  useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => call(listSessions, { signal }),
    staleTime: 0,
  })

export const useEndSession = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: number) => call(endSession, { params: { sessionId } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}

export const useEndOtherSessions = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}

type Changes = Omit<Request<typeof saveProfile>['body'], '_method' | 'remove_image'>

/** Saves what has changed. The forms show failures themselves. */
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
      // A request that started before the change would bring the old name back.
      await client.cancelQueries({ queryKey: queryKeys.me() })
      // Projects that were opened here stay: they are not in the answer (decision 42).
      client.setQueryData<Me>(queryKeys.me(), old => ({ ...me, projects: old?.projects ?? me.projects }))
      // Every post and comment of theirs shows their name and picture.
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
      callConfirmed(changePassword, { params: { userId: id }, body }),
    // Changing it has ended every other session.
    onSuccess: () =>
      Promise.all([sessionsKey, signInMethodsKey].map(queryKey => client.invalidateQueries({ queryKey }))),
  }).mutateAsync
}

const secondFactorKey = ['accounts', 'second-factor'] as const

export const useGetSecondFactor = () =>
  useQuery({
    queryKey: secondFactorKey,
    queryFn: ({ signal }) => call(factor.getSecondFactor, { signal }),
    staleTime: 0,
  })

/** Whether it is on, and how many codes are left, is asked for again. */
const useReloadSecondFactor = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: secondFactorKey })
}

export const useSetUpSecondFactor = () =>
  useMutation({ mutationFn: () => callConfirmed(factor.setUpSecondFactor, {}), gcTime: 0 })

/** The form shows failures itself. */
export const useTurnOnSecondFactor = () => {
  const client = useQueryClient()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (code: string) => callConfirmed(factor.turnOnSecondFactor, { body: { code } }),
    // Turning it on has ended every other session.
    onSuccess: () =>
      Promise.all([sessionsKey, secondFactorKey].map(queryKey => client.invalidateQueries({ queryKey }))),
  }).mutateAsync
}

export const useTurnOffSecondFactor = () =>
  useMutation({
    mutationFn: () => callConfirmed(factor.turnOffSecondFactor, {}),
    onSettled: useReloadSecondFactor(),
  })

export const useRenewRecoveryCodes = () =>
  useMutation({
    mutationFn: () => callConfirmed(factor.renewRecoveryCodes, {}),
    onSettled: useReloadSecondFactor(),
  })
