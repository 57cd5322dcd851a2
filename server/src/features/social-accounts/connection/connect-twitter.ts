import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/social-accounts/contract.ts'
import { nothingFoundTexts } from '#domain/social-accounts/health.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { countPaidCalls } from '../paid-calls.ts'
import { connectInOwnTransaction, redeemToConnect, rejectRefusal } from './connection.ts'
import type { ConnectorsOf } from './connectors.ts'

const network = 'twitter'

export const connectTwitter =
  (connectors: ConnectorsOf) =>
  async (
    { body }: Input<typeof contract.connectTwitter>,
    call: SignedInPoolCall,
  ): Promise<Answer<typeof contract.connectTwitter>> => {
    const { config } = call.services
    const seal = makeSeal(config)
    const { oauth_token: token, oauth_verifier: verifier } = body
    const returned = await redeemToConnect(call, seal, network, token)
    if (isFailure(returned)) return returned
    const { projectId, hidden: secret } = returned
    const connector = connectors(config)[network]
    const found = await countPaidCalls(call.services, { network, projectId }, () =>
      connector.finish({ token, secret, verifier }),
    )
    if (found.kind === 'refused') return rejectRefusal(call, network, found, [token, secret, verifier])
    const [chosen] = found.choices
    if (!chosen) return fail('EMPTY_RESPONSE', { message: nothingFoundTexts[network] })
    const saved = await connectInOwnTransaction(call, { projectId, network, connector, seal }, chosen)
    return isFailure(saved) ? saved : { projectId, project_social: saved }
  }
