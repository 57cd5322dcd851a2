import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/social-accounts/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { rejectRefusal } from './connection.ts'
import { type ConnectorsOf, rejectForeignCallback, rejectUnconfigured } from './connectors.ts'
import { startPending } from './pending-connections.ts'

const network = 'twitter' as const

export const getTwitterAuthorizationLink =
  (connectors: ConnectorsOf) =>
  async (
    { query }: Input<typeof contract.getTwitterAuthorizationLink>,
    call: ScopedPoolCall,
  ): Promise<Answer<typeof contract.getTwitterAuthorizationLink>> => {
    const { services, scope, person, now } = call
    const { config, db } = services
    const refusal =
      rejectUnconfigured(config, network) ?? rejectForeignCallback(config, network, query.callback_url)
    if (refusal) return refusal
    const answer = await connectors(config)[network].begin(query.callback_url)
    if (answer.kind === 'refused') return rejectRefusal(call, network, answer, [])
    const begun = {
      projectId: scope.projectId,
      sessionId: person.sessionId,
      network,
      secret: answer.token,
      hidden: answer.secret,
      callbackUrl: query.callback_url,
      isReconnecting: query.reconnect,
    } as const
    await startPending(db, makeSeal(config), begun, now)
    return { authorization_link: answer.authorizationLink }
  }
