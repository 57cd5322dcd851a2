import type { SessionToken } from '#domain/accounts/model.ts'
import { type Provider, providerNames } from '#domain/accounts/providers.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { storeToken } from '#web/platform/token.ts'
import { send } from '#web/platform/transport.ts'
import { publicEndpoints } from '../api.ts'
import { keepInvitation, keptInvitation, type ProviderReturn } from './oauth-return.ts'

/** The server's text, written again: all of them together weigh too much for the public pages. A test holds it to the original. */
export const unavailableText = '{provider} cannot be reached. Please try again in a moment.'

/** Only the names of refusals are known here: what stands in an address is nobody's word. */
const refusalOf = (provider: Provider, error: string): ApiError => {
  const name = providerNames[provider]
  return new ApiError(
    error === 'unavailable'
      ? { status: 503, code: 'provider_unavailable', message: unavailableText.replace('{provider}', name) }
      : { status: 422, code: 'provider_refused', message: `You did not sign in with ${name}.` },
  )
}

/** Exchanges the return for a session and keeps it. Throws ApiError. */
export const finishSignIn = async (returned: ProviderReturn): Promise<void> => {
  if ('error' in returned) throw refusalOf(returned.provider, returned.error)
  const { provider, code, state } = returned
  const invitation = keptInvitation()
  const { method, path } = publicEndpoints[provider === 'google' ? 'finishGoogle' : 'finishApple']
  const body = { code, state, ...(invitation !== null && { invitation }) }
  storeToken((await send({ method, url: `/api${path}`, token: null, body })) as SessionToken)
  keepInvitation(null)
}
