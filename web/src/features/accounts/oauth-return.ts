import { type Provider, providers } from '#domain/accounts/providers.ts'
import { readToken } from '#web/platform/token.ts'

const invitationKey = 'galley-invitation'

/** Remembers the invitation that the person came with while they are at the provider. */
export const rememberInvitation = (invitation: string | null): void => {
  if (invitation === null) sessionStorage.removeItem(invitationKey)
  else sessionStorage.setItem(invitationKey, invitation)
}

export const rememberedInvitation = (): string | null => sessionStorage.getItem(invitationKey)

/** What an address says about a return from a provider. */
export type GrantedReturn = { readonly provider: Provider; readonly code: string; readonly state: string }

export type ProviderReturn = GrantedReturn | { readonly provider: Provider; readonly error: string }

/**
 * Reads the address a provider sent the person back to (docs/product/accounts.md "Google and Apple"). Apple posts to the
 * server, which then redirects here and names the provider.
 */
export const readProviderReturn = (search: string): ProviderReturn | null => {
  const query = new URLSearchParams(search)
  const provider = providers.find(each => each === query.get('provider')) ?? 'google'
  const [code, state, error] = [query.get('code'), query.get('state'), query.get('error')]
  if (code && state) return { provider, code, state }
  return error ? { provider, error } : null
}

const linkingKey = 'galley-linking'

/** Remembers the page that the person left to link an account. */
export const rememberLinkingPage = (page: string): void => sessionStorage.setItem(linkingKey, page)

export const takeLinkingPage = (): string => {
  const page = sessionStorage.getItem(linkingKey)
  sessionStorage.removeItem(linkingKey)
  return page ?? '/'
}

/**
 * Whether it is about linking and not a sign-in: the server marks those states. A refusal carries no state; then this tab
 * remembers what it was about.
 */
export const isLinkingReturn = (returned: ProviderReturn): boolean =>
  'state' in returned ? returned.state.startsWith('link-') : sessionStorage.getItem(linkingKey) !== null

/**
 * Takes the return from linking out of the address, if there is one. Code and state leave the address and the history before
 * anything else reads them, and the person is back on their page.
 */
export const takeLinkingReturn = (): ProviderReturn | null => {
  const returned = window.location.pathname === '/' ? readProviderReturn(window.location.search) : null
  if (!returned || !isLinkingReturn(returned) || readToken() === null) return null
  window.history.replaceState(null, '', takeLinkingPage())
  return returned
}
