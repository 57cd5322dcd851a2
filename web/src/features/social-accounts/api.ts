import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SocialNetwork } from '#domain/networks/model.ts'
import * as contract from '#domain/social-accounts/contract.ts'
import {
  checkSocialAccount,
  connectFacebookPage,
  connectInstagramPage,
  connectLinkedinOrganization,
  listConnectOptions,
  listFacebookPages,
  listInstagramPages,
  listSocialAccounts,
  removeSocialAccount,
} from '#domain/social-accounts/contract.ts'
import type { NetworkConnection } from '#domain/social-accounts/model.ts'
import { type CallInput, call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

export const listSocialAccountsQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.socialAccounts(projectId),
    queryFn: ({ signal }) => call(listSocialAccounts, { params: { projectId }, signal }),
  })

/** The project's networks with the health of their accounts. */
export const useListSocialAccounts = (projectId: number) => useQuery(listSocialAccountsQuery(projectId))

/** How each network is connected. Changes only with the installation. */
export const useListConnectOptions = (projectId: number) =>
  useQuery({
    queryKey: [...queryKeys.socialAccounts(projectId), 'options'],
    queryFn: ({ signal }) => call(listConnectOptions, { params: { projectId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A changed account changes what the project offers everywhere. */
const useReloadAccounts = (projectId: number) => {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: queryKeys.socialAccounts(projectId) })
    void client.invalidateQueries({ queryKey: queryKeys.project(projectId) })
  }
}

/** Shows a network's new state at once, not only when the list has been read again. */
const useShowConnection = (projectId: number) => {
  const client = useQueryClient()
  return (connection: NetworkConnection) =>
    client.setQueryData(listSocialAccountsQuery(projectId).queryKey, list =>
      list?.map(each => (each.social_network === connection.social_network ? connection : each)),
    )
}

export const useRemoveSocialAccount = (projectId: number) => {
  const touch = useReloadAccounts(projectId)
  const show = useShowConnection(projectId)
  return useMutation({
    mutationFn: (social: SocialNetwork) => call(removeSocialAccount, { params: { projectId, social } }),
    onSuccess: ({ posts_at_risk }, social_network) => show({ social_network, account: null, posts_at_risk }),
    onSettled: touch,
  })
}

/** Asks the network whether the account works. `silent`: nobody asked for it, so a failure is not reported. */
export const useCheckSocialAccount = (projectId: number, { silent = false } = {}) => {
  const show = useShowConnection(projectId)
  return useMutation({
    meta: { ownErrors: silent },
    mutationFn: (social: SocialNetwork) => call(checkSocialAccount, { params: { projectId, social } }),
    onSuccess: ({ connection }) => show(connection),
  })
}

/** The body for a network that logs people in with its own script. */
type ByScript = { readonly projectId: number; readonly token: string; readonly reconnect: boolean }
const findPages = { facebook: listFacebookPages, instagram: listInstagramPages } as const
const connectPage = { facebook: connectFacebookPage, instagram: connectInstagramPage } as const
/** The networks that log people in with their own script. */
export type ScriptedNetwork = keyof typeof findPages

/** The pages that a login gives access to; connects at once if there is nothing to choose. */
export const useFindPages = (network: ScriptedNetwork) =>
  useMutation({
    meta: { ownErrors: true },
    mutationFn: ({ projectId, ...body }: ByScript) =>
      call(findPages[network], { params: { projectId }, body }),
  })

export const useConnectPage = (network: ScriptedNetwork, projectId: number) => {
  const touch = useReloadAccounts(projectId)
  return useMutation({
    mutationFn: (pageId: string) =>
      call(connectPage[network], { body: { project_id: projectId, page_id: pageId } }),
    onSuccess: touch,
  })
}

export const useConnectLinkedinOrganization = (projectId: number) => {
  const touch = useReloadAccounts(projectId)
  return useMutation({
    mutationFn: (organization: string) =>
      call(connectLinkedinOrganization, { body: { project_id: projectId, organization } }),
    onSuccess: touch,
  })
}

type LinkQuery = CallInput<typeof contract.getLinkedinAuthorizationLink>['query']

/** Where to log in at LinkedIn. Each call ends the previous attempt, so it is made once and never cached. */
export const getLinkedinAuthorizationLink = (projectId: number, query: LinkQuery) =>
  call(contract.getLinkedinAuthorizationLink, { params: { projectId }, query })

/** Where to log in at Twitter; see `getLinkedinAuthorizationLink`. */
export const getTwitterAuthorizationLink = (projectId: number, query: LinkQuery) =>
  call(contract.getTwitterAuthorizationLink, { params: { projectId }, query })

/** Exchanges what LinkedIn sent the person back with. */
export const listLinkedinOrganizations = (body: { code: string; state: string }) =>
  call(contract.listLinkedinOrganizations, { body })

/** The person refused access at LinkedIn: ends the attempt. */
export const denyLinkedin = (state: string) => call(contract.denyLinkedin, { body: { state } })

/** Exchanges what Twitter sent the person back with. */
export const connectTwitter = (body: { oauth_token: string; oauth_verifier: string }) =>
  call(contract.connectTwitter, { body })

/** The person refused access at Twitter: ends the attempt. */
export const denyTwitter = (token: string) => call(contract.denyTwitter, { body: { oauth_token: token } })
