import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/social-accounts/contract.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { redeemPending } from './connection.ts'

export const denyTwitter = async (
  { body }: Pick<Input<typeof contract.denyTwitter>, 'body'>,
  call: SignedInPoolCall,
): Promise<Answer<typeof contract.denyTwitter>> => {
  const returned = await redeemPending(call, makeSeal(call.services.config), 'twitter', body.oauth_token)
  return isFailure(returned) ? returned : { projectId: returned.projectId }
}
