import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/social-accounts/contract.ts'
import { nothingFoundTexts } from '#domain/social-accounts/health.ts'
import type { ScopedCall, SignedInCall } from '#server/platform/http/route.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { type ConnectorsOf, refuseForeignCallback, refuseUnconfigured } from '../../options/queries.ts'
import { keepInOwnTransaction, refusedBy, takeUp } from '../commands.ts'
import { beginAttempt } from '../pending/commands.ts'

/** The one network of the documents that is connected by OAuth 1.0a; its calls carry its name. */
const network = 'twitter' as const

export const makeRequestLink =
  (connectors: ConnectorsOf) =>
  async (
    { query }: Input<typeof contract.getTwitterAuthorizationLink>,
    call: ScopedCall,
  ): Promise<Answer<typeof contract.getTwitterAuthorizationLink>> => {
    const { services, scope, person, now } = call
    const { config, db } = services
    const refusal =
      refuseUnconfigured(config, network) ?? refuseForeignCallback(config, network, query.callback_url)
    if (refusal) return refusal
    const answer = await connectors(config)[network].begin(query.callback_url)
    if (answer.kind === 'refused') return refusedBy(call, network, answer, [])
    const begun = {
      projectId: scope.projectId,
      sessionId: person.sessionId,
      ...{ network, secret: answer.token, hidden: answer.secret },
      ...{ callbackUrl: query.callback_url, isReconnecting: query.reconnect },
    } as const
    await beginAttempt(db, makeSeal(config), begun, now)
    return { authorization_link: answer.authorizationLink }
  }

export const finishRequest =
  (connectors: ConnectorsOf) =>
  async (
    { body }: Input<typeof contract.connectTwitter>,
    call: SignedInCall,
  ): Promise<Answer<typeof contract.connectTwitter>> => {
    const { config } = call.services
    const seal = makeSeal(config)
    const { oauth_token: token, oauth_verifier: verifier } = body
    const returned = await takeUp(call, seal, network, token)
    if (isFailure(returned)) return returned
    const { projectId, hidden: secret } = returned
    const connector = connectors(config)[network]
    const found = await connector.finish({ token, secret, verifier })
    if (found.kind === 'refused') return refusedBy(call, network, found, [token, secret, verifier])
    const [chosen] = found.choices
    if (!chosen) return fail('EMPTY_RESPONSE', { message: nothingFoundTexts[network] })
    const kept = await keepInOwnTransaction(call, { projectId, network, connector, seal }, chosen)
    return isFailure(kept) ? kept : { projectId, project_social: kept }
  }

type Denied = Promise<Answer<typeof contract.denyTwitter> & Answer<typeof contract.reportTwitterDenial>>

const deny = async (call: SignedInCall, token: string): Denied => {
  const returned = await takeUp(call, makeSeal(call.services.config), network, token)
  return isFailure(returned) ? returned : { projectId: returned.projectId }
}

export const denyRequestByPath = (
  { params }: { readonly params: { readonly oauthToken: string } },
  call: SignedInCall,
): Denied => deny(call, params.oauthToken)

export const denyRequest = ({ body }: Input<typeof contract.denyTwitter>, call: SignedInCall): Denied =>
  deny(call, body.oauth_token)
