import type { EnteredSession } from '#domain/accounts/model.ts'
import { type Provider, providerNames } from '#domain/accounts/providers.ts'
import { publicTexts } from '#domain/kernel/public-texts.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { send } from '#web/platform/transport.ts'
import { publicEndpoints } from './api.ts'
import { type ProviderReturn, rememberedInvitation, rememberInvitation } from './oauth-return.ts'
import { keepSignIn } from './sign-in.ts'

/** Only known error codes are used: anybody can write anything into an address. */
const refusalOf = (provider: Provider, error: string): ApiError => {
  const name = providerNames[provider]
  return new ApiError(
    error === 'unavailable'
      ? {
          status: 503,
          code: 'provider_unavailable',
          message: publicTexts.provider_unavailable.replace('{provider}', name),
        }
      : { status: 422, code: 'provider_refused', message: `You did not sign in with ${name}.` },
  )
}

/** Exchanges a provider's return for a session and stores it; false: the second factor is asked for first. Throws ApiError. */
export const finishSignIn = async (returned: ProviderReturn): Promise<boolean> => {
  if ('error' in returned) throw refusalOf(returned.provider, returned.error)
  const { provider, code, state } = returned
  const invitation = rememberedInvitation()
  const { method, path } = publicEndpoints[provider === 'google' ? 'signInWithGoogle' : 'signInWithApple']
  const body = { code, state, ...(invitation !== null && { invitation }) }
  const answer = (await send({ method, url: `/api${path}`, token: null, body })) as EnteredSession
  rememberInvitation(null)
  return keepSignIn(answer, invitation ?? undefined)
}
