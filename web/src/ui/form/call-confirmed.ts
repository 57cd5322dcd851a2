import type { Endpoint, Output } from '#domain/kernel/endpoint.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { type CallInput, call } from '#web/platform/client.ts'

/**
 * Calls an endpoint that asks anew who is there (`asksAnew`), and calls it again once the person has shown it
 * (docs/product/accounts.md "Asked anew"). Apart from `call`, whose pages have no room for it.
 */
export const callConfirmed = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<Output<E>> => {
  try {
    return await call(endpoint, input)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'confirm_it_is_you') throw error
    const { askWhoItIs } = await import('./ask-who-it-is.tsx')
    if (await askWhoItIs()) return call(endpoint, input)
    throw error
  }
}
