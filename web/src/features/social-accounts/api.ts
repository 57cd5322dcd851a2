import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { saveProjectSettings } from '#domain/projects/contract.ts'
import {
  connectFacebookPage,
  connectInstagramPage,
  connectLinkedinOrganization,
  connectTwitter,
  denyLinkedin,
  denyTwitter,
  findFacebookPages,
  findInstagramPages,
  getLinkedinAuthorizationLink,
  getTwitterAuthorizationLink,
  listConnectOptions,
  listSocialAccounts,
  removeSocialAccount,
  returnFromLinkedin,
} from '#domain/social-accounts/contract.ts'
import type { ConnectOptions } from '#domain/social-accounts/model.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

export const listSocialAccountsQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.socialAccounts(projectId),
    queryFn: ({ signal }) => call(listSocialAccounts, { params: { projectId }, signal }),
  })

/** The project's networks with their accounts' health. */
export const useListSocialAccounts = (projectId: number) => useQuery(listSocialAccountsQuery(projectId))

/** How each network is connected. Changes only with the installation. */
export const useListConnectOptions = (projectId: number) =>
  useQuery({
    queryKey: [...queryKeys.socialAccounts(projectId), 'options'],
    queryFn: ({ signal }) => call(listConnectOptions, { params: { projectId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Whatever changes an account changes what the project offers everywhere. */
const useTouchAccounts = (projectId: number) => {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: queryKeys.socialAccounts(projectId) })
    void client.invalidateQueries({ queryKey: queryKeys.project(projectId) })
  }
}

export const useRemoveSocialAccount = (projectId: number) => {
  const touch = useTouchAccounts(projectId)
  return useMutation({
    mutationFn: (social: SocialNetwork) => call(removeSocialAccount, { params: { projectId, social } }),
    onSettled: touch,
  })
}

/** `''` chooses none. */
export const useChooseMaster = (projectId: number) => {
  const touch = useTouchAccounts(projectId)
  return useMutation({
    mutationFn: (value: SocialNetwork | '') =>
      call(saveProjectSettings, {
        params: { projectId },
        body: { settings: [{ name: 'post-master-content-social-network-id', value }] },
      }),
    onSettled: touch,
  })
}

/** What is asked of a network that logs in by its own script. */
type ByScript = { readonly projectId: number; readonly token: string; readonly reconnect: boolean }
const findPages = { facebook: findFacebookPages, instagram: findInstagramPages } as const
const connectPage = { facebook: connectFacebookPage, instagram: connectInstagramPage } as const
/** The networks whose own script asks for the login. */
export type ScriptedNetwork = keyof typeof findPages

/** The pages behind a login; connects at once where nothing is to be chosen. */
export const useFindPages = (network: ScriptedNetwork) =>
  useMutation({
    meta: { ownErrors: true },
    mutationFn: ({ projectId, ...body }: ByScript) =>
      call(findPages[network], { params: { projectId }, body }),
  })

export const useConnectPage = (network: ScriptedNetwork, projectId: number) => {
  const touch = useTouchAccounts(projectId)
  return useMutation({
    mutationFn: (pageId: string) =>
      call(connectPage[network], { body: { project_id: projectId, page_id: pageId } }),
    onSuccess: touch,
  })
}

export const useConnectLinkedinOrganization = (projectId: number) => {
  const touch = useTouchAccounts(projectId)
  return useMutation({
    mutationFn: (organization: string) =>
      call(connectLinkedinOrganization, { body: { project_id: projectId, organization } }),
    onSuccess: touch,
  })
}

const linkOf = { linkedin: getLinkedinAuthorizationLink, twitter: getTwitterAuthorizationLink } as const
/** The networks that a person leaves Galley for, and comes back from to a page of its own. */
export type LinkedNetwork = keyof typeof linkOf

/** Where to go to log in. Each asking ends the former attempt, so it is asked once and kept nowhere. */
export const fetchAuthorizationLink = async (
  network: LinkedNetwork,
  projectId: number,
  options: ConnectOptions,
  reconnect: boolean,
): Promise<string> => {
  const query = { callback_url: options.callback_url ?? '', reconnect: reconnect ? 'true' : 'false' } as const
  return (await call(linkOf[network], { params: { projectId }, query })).authorization_link
}

/** What a network sent the person back with. */
export const finishLinkedin = (body: { code: string; state: string }) => call(returnFromLinkedin, { body })
export const refuseLinkedin = (state: string) => call(denyLinkedin, { body: { state } })
export const finishTwitter = (body: { oauth_token: string; oauth_verifier: string }) =>
  call(connectTwitter, { body })
export const refuseTwitter = (token: string) => call(denyTwitter, { body: { oauth_token: token } })
