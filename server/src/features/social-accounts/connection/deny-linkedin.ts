import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/social-accounts/contract.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { redeemPending } from './connection.ts'

const network = 'linkedin'

export const denyLinkedin = async (
  { body }: Input<typeof contract.denyLinkedin>,
  call: SignedInPoolCall,
): Promise<Answer<typeof contract.denyLinkedin>> => {
  const returned = await redeemPending(call, makeSeal(call.services.config), network, body.state)
  return isFailure(returned) ? returned : { project_id: returned.projectId }
}
