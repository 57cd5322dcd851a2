import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/social-accounts/contract.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { redeemPending } from './connection.ts'

const network = 'twitter'

type Denied = Promise<Answer<typeof contract.denyTwitter> & Answer<typeof contract.denyTwitterViaGet>>

const deny = async (call: SignedInPoolCall, token: string): Denied => {
  const returned = await redeemPending(call, makeSeal(call.services.config), network, token)
  return isFailure(returned) ? returned : { projectId: returned.projectId }
}

export const denyTwitterViaGet = (
  { params }: { readonly params: { readonly oauthToken: string } },
  call: SignedInPoolCall,
): Denied => deny(call, params.oauthToken)

export const denyTwitter = ({ body }: Input<typeof contract.denyTwitter>, call: SignedInPoolCall): Denied =>
  deny(call, body.oauth_token)
