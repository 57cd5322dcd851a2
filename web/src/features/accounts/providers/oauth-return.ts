import { type Provider, providers } from '#domain/accounts/providers.ts'
import { readToken } from '#web/platform/token.ts'

const invitationKey = 'galley-invitation'

/** The invitation that the person came by waits here while they are at the provider. */
export const keepInvitation = (invitation: string | null): void => {
  if (invitation === null) sessionStorage.removeItem(invitationKey)
  else sessionStorage.setItem(invitationKey, invitation)
}

export const keptInvitation = (): string | null => sessionStorage.getItem(invitationKey)

/** What the address says about a return from a provider. */
export type GrantedReturn = { readonly provider: Provider; readonly code: string; readonly state: string }

export type ProviderReturn = GrantedReturn | { readonly provider: Provider; readonly error: string }

/**
 * 'Google return' (document 1 section 2): the address holds code and state, besides scope and prompt, which say nothing more. Apple's
 * comes by way of the server, which names it.
 */
export const returnOf = (search: string): ProviderReturn | null => {
  const query = new URLSearchParams(search)
  const provider = providers.find(each => each === query.get('provider')) ?? 'google'
  const [code, state, error] = [query.get('code'), query.get('state'), query.get('error')]
  if (code && state) return { provider, code, state }
  return error ? { provider, error } : null
}

const linkingKey = 'galley-linking'

/** The page that the person went to a provider from, to link it to their account. */
export const keepLinking = (page: string): void => sessionStorage.setItem(linkingKey, page)

export const takeLinking = (): string => {
  const page = sessionStorage.getItem(linkingKey)
  sessionStorage.removeItem(linkingKey)
  return page ?? '/'
}

/** Whether it is no sign-in: the server marks the states of linking. A refusal has none, and then this tab knows what it was about. */
export const isOfLinking = (returned: ProviderReturn): boolean =>
  'state' in returned ? returned.state.startsWith('link-') : sessionStorage.getItem(linkingKey) !== null

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
