import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { ProjectSocial } from './model.ts'

/** How the public sees an account. */
export type PreviewAccount = {
  readonly name: string
  readonly logo: string | null
  /** The name after an at sign, on networks that show one. */
  readonly handle: string | null
}

/** Networks that show an account by its handle, whatever else it is called. */
const calledByHandle: readonly SocialNetwork[] = ['instagram']

/** The account that a version is published from; the network's name if none is connected. */
export const accountOf = (
  socials: readonly Pick<ProjectSocial, 'social_network' | 'name' | 'logo' | 'account_details'>[] | undefined,
  network: SocialNetwork,
): PreviewAccount => {
  const account = socials?.find(({ social_network }) => social_network === network)
  const { screen_name, username } = account?.account_details ?? {}
  const handle = screen_name || username || null
  return {
    name: (calledByHandle.includes(network) && handle) || account?.name || networkNames[network],
    logo: account?.logo ?? null,
    handle,
  }
}
