import { randomBytes } from 'node:crypto'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/social-accounts/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { type ConnectorsOf, rejectForeignCallback, rejectUnconfigured } from './connectors.ts'
import { startPending } from './pending-connections.ts'

const network = 'linkedin' as const

export const getLinkedinAuthorizationLink =
  (connectors: ConnectorsOf) =>
  async (
    { query }: Input<typeof contract.getLinkedinAuthorizationLink>,
    { services, scope, person, now }: ScopedPoolCall,
  ): Promise<Answer<typeof contract.getLinkedinAuthorizationLink>> => {
    const { config, db } = services
    const refusal =
      rejectUnconfigured(config, network) ?? rejectForeignCallback(config, network, query.callback_url)
    if (refusal) return refusal
    const state = randomBytes(32).toString('base64url')
    const begun = {
      projectId: scope.projectId,
      sessionId: person.sessionId,
      network,
      secret: state,
      callbackUrl: query.callback_url,
      isReconnecting: query.reconnect,
    } as const
    await startPending(db, makeSeal(config), begun, now)
    const link = connectors(config)[network].authorizationLink({ state, callbackUrl: query.callback_url })
    return { authorization_link: link }
  }
