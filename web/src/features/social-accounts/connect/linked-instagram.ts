import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { ConnectOptions, PageChoice } from '#domain/social-accounts/model.ts'
import { ApiError, expectApiError, messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { toast } from '#web/ui/toast.tsx'
import { listSocialAccountsQuery, useConnectPage, useFindPages } from '../api.ts'

type Sdk = NonNullable<ConnectOptions['sdk']>

/** What Facebook's login needs to give access to the Instagram accounts as well; null: they have a login configuration of their own. */
const sharedSdk = (facebook: Sdk, instagram: Sdk): Sdk | null =>
  facebook.config_id === instagram.config_id
    ? { ...facebook, scopes: [...new Set([...facebook.scopes, ...instagram.scopes])] }
    : null

/** The network whose accounts are linked to those of another, and reached by the same login. */
const linkedNetworks: Readonly<Partial<Record<SocialNetwork, SocialNetwork>>> = { facebook: 'instagram' }

type Options = readonly ConnectOptions[] | undefined

/**
 * The login for a page and its Instagram account together: offered to a project that has neither (docs/product/social-accounts.md
 * "A page and its Instagram account"). Undefined: not known yet; null: not offered.
 */
export const useSharedLogin = (
  options: Options,
  network: SocialNetwork,
  isReconnect: boolean,
): Sdk | null | undefined => {
  const projectId = useProjectId()
  const linked = linkedNetworks[network]
  const isWanted = linked !== undefined && !isReconnect
  const accounts = useQuery({ ...listSocialAccountsQuery(projectId), enabled: isWanted })
  if (!isWanted || accounts.isError) return null
  if (!options || !accounts.data) return undefined
  const pair = [network, linked]
  const isFree = accounts.data.every(
    ({ social_network, account }) => account === null || !pair.includes(social_network),
  )
  const [own, other] = pair.map(
    each => options.find(option => option.social_network === each && option.is_configured)?.sdk,
  )
  return isFree && own && other ? sharedSdk(own, other) : null
}

/** The Instagram accounts that a login for both gives access to, and connecting the one of the chosen page. */
export const useLinkedInstagram = () => {
  const projectId = useProjectId()
  const [accounts, setAccounts] = useState<readonly PageChoice[] | null>(null)
  const find = useFindPages('instagram')
  const connect = useConnectPage('instagram', projectId)
  const ofPage = (pageId: string) => accounts?.find(({ fb_page_id }) => fb_page_id === pageId)
  return {
    isBusy: find.isPending || connect.isPending,
    /** What a choice says of the page's account; undefined: the login was not for Instagram. */
    noteOf: (pageId: string): string | undefined => {
      if (accounts === null) return undefined
      const account = ofPage(pageId)
      if (!account) return 'No Instagram account is linked to it'
      return account.lacks.length === 0
        ? `With the Instagram account ${account.name}`
        : `Without its Instagram account: a permission is missing, ${account.lacks.join(', ')}`
    },
    /** A page without an Instagram account is no failure: the login was for the page in the first place. */
    findAccounts: async (token: string): Promise<void> => {
      try {
        const { pages } = await find.mutateAsync({ projectId, token, reconnect: false })
        setAccounts(pages)
      } catch (error) {
        const isEmpty = error instanceof ApiError && error.code === 'EMPTY_RESPONSE'
        if (isEmpty) return setAccounts([])
        toast.error(`Instagram was not connected. ${messageOf(error)}`)
        expectApiError(error)
      }
    },
    /** @returns whether the account of the page is connected now */
    connectAccountOf: async (pageId: string): Promise<boolean> => {
      const account = ofPage(pageId)
      if (!account || account.lacks.length > 0) return false
      try {
        await connect.mutateAsync(account.id)
        return true
      } catch (error) {
        // Shown already, as any failed change is.
        expectApiError(error)
        return false
      }
    },
  }
}
