import type { SessionToken } from '#domain/accounts/model.ts'
import { type Provider, providerNames, providers } from '#domain/accounts/providers/rules.ts'
import { failures } from '#domain/kernel/failure.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { storeToken } from '#web/platform/token.ts'
import { send } from '#web/platform/transport.ts'

/** The calls by their address alone, as in `session.ts`: api.test.ts holds them to the contract. */
export const providerCalls = {
  list: { method: 'GET', path: '/auth/providers' },
  google: { method: 'POST', path: '/auth/google/callback' },
  apple: { method: 'POST', path: '/auth/apple/callback' },
} as const

/** Whose buttons to show. Without an answer there are none: the form works all the same. */
export const listProviders = async (signal: AbortSignal): Promise<readonly Provider[]> => {
  try {
    const { method, path } = providerCalls.list
    const answer = await send({ method, url: `/api${path}`, token: null, signal })
    return (answer as { providers?: readonly Provider[] } | undefined)?.providers ?? []
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) return []
    throw error
  }
}

const invitationKey = 'galley-invitation'

/** The invitation that the person came by waits here while they are at the provider. */
export const keepInvitation = (invitation: string | null): void => {
  if (invitation === null) sessionStorage.removeItem(invitationKey)
  else sessionStorage.setItem(invitationKey, invitation)
}
export const keptInvitation = (): string | null => sessionStorage.getItem(invitationKey)

/** What the address says about a return from a provider. */
export type ProviderReturn = { readonly provider: Provider } & (
  | { readonly code: string; readonly state: string }
  | { readonly error: string }
)

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

/** Only the names of refusals are known here: what stands in an address is nobody's word. */
const refusalOf = (provider: Provider, error: string): ApiError => {
  const { message } = failures.provider_unavailable
  const name = providerNames[provider]
  return new ApiError(
    error === 'unavailable'
      ? { status: 503, code: 'provider_unavailable', message: message.replace('{provider}', name) }
      : { status: 422, code: 'provider_refused', message: `You did not sign in with ${name}.` },
  )
}

/** Exchanges the return for a session and keeps it. Throws ApiError. */
export const finishSignIn = async (returned: ProviderReturn): Promise<void> => {
  if ('error' in returned) throw refusalOf(returned.provider, returned.error)
  const { provider, code, state } = returned
  const invitation = keptInvitation()
  const { method, path } = providerCalls[provider]
  const body = { code, state, ...(invitation !== null && { invitation }) }
  storeToken((await send({ method, url: `/api${path}`, token: null, body })) as SessionToken)
  keepInvitation(null)
}
