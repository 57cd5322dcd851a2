import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { configuredProviders } from '#server/identity/configured.ts'
import type { PoolCall } from '#server/platform/http/route.ts'

export const listSignInProviders = async (
  _input: Input<typeof contract.listSignInProviders>,
  { services }: PoolCall,
): Promise<Answer<typeof contract.listSignInProviders>> => ({
  providers: configuredProviders(services.config),
})
