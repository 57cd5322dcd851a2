import { randomBytes } from 'node:crypto'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/social-accounts/contract.ts'
import type { OrganizationChoice } from '#domain/social-accounts/model.ts'
import type { AccountChoice } from '#server/networks/connector.ts'
import type { ScopedCall, SignedInCall } from '#server/platform/http/route.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { type ConnectorsOf, refuseForeignCallback, refuseUnconfigured } from '../../options/queries.ts'
import { choose, findWorking, offer, refusedBy, takeUp } from '../commands.ts'
import { beginAttempt } from '../pending/commands.ts'

/** The one network of the documents that is connected by OAuth 2; its calls carry its name. */
const network = 'linkedin' as const

const toOrganization = ({ externalId, name, logoUrl, lacks }: AccountChoice): OrganizationChoice => ({
  organization: externalId,
  organizationName: name,
  logo: logoUrl,
  lacks: [...lacks],
})

export const makeAuthorizationLink =
  (connectors: ConnectorsOf) =>
  async (
    { query }: Input<typeof contract.getLinkedinAuthorizationLink>,
    { services, scope, person, now }: ScopedCall,
  ): Promise<Answer<typeof contract.getLinkedinAuthorizationLink>> => {
    const { config, db } = services
    const refusal =
      refuseUnconfigured(config, network) ?? refuseForeignCallback(config, network, query.callback_url)
    if (refusal) return refusal
    const state = randomBytes(32).toString('base64url')
    const begun = {
      projectId: scope.projectId,
      sessionId: person.sessionId,
      ...{ network, secret: state, callbackUrl: query.callback_url, isReconnecting: query.reconnect },
    } as const
    await beginAttempt(db, makeSeal(config), begun, now)
    const link = connectors(config)[network].authorizationLink({ state, callbackUrl: query.callback_url })
    return { authorization_link: link }
  }

/** The same for both calls: what is found for a code. */
type OrganizationsFound = Promise<
  Answer<typeof contract.returnFromLinkedin> & Answer<typeof contract.listLinkedinPages>
>

/** Takes the state up before the code is spent, so that a state that is not ours spends nobody's code. */
const findOrganizations = async (
  call: SignedInCall,
  connectors: ConnectorsOf,
  { code, state }: { code: string; state: string },
): OrganizationsFound => {
  const { config } = call.services
  const seal = makeSeal(config)
  const returned = await takeUp(call, seal, network, state)
  if (isFailure(returned)) return returned
  const { projectId, sessionId, callbackUrl, isReconnecting } = returned
  const working = isReconnecting ? null : await findWorking(call, projectId, network)
  if (working) return { project_social: working, pages: [], project_id: projectId }
  const connector = connectors(config)[network]
  const granted = await connector.exchange({ code, callbackUrl })
  if (granted.kind === 'refused') return refusedBy(call, network, granted, [code, state])
  const { token } = granted.grant.token
  const found = await connector.listChoices(granted.grant)
  if (found.kind === 'refused') return refusedBy(call, network, found, [code, state, token])
  const offered = await offer(call, { projectId, sessionId, network, connector, seal }, found)
  if (isFailure(offered)) return offered
  const pages = offered.choices.map(toOrganization)
  return { project_social: offered.project_social, pages, project_id: projectId }
}

type CodeAndState = { readonly code: string; readonly state: string }

export const findOrganizationsByQuery =
  (connectors: ConnectorsOf) =>
  ({ query }: { readonly query: CodeAndState }, call: SignedInCall): OrganizationsFound =>
    findOrganizations(call, connectors, query)

export const findOrganizationsByBody =
  (connectors: ConnectorsOf) =>
  ({ body }: { readonly body: CodeAndState }, call: SignedInCall): OrganizationsFound =>
    findOrganizations(call, connectors, body)

export const denyCode = async (
  { body }: Input<typeof contract.denyLinkedin>,
  call: SignedInCall,
): Promise<Answer<typeof contract.denyLinkedin>> => {
  const returned = await takeUp(call, makeSeal(call.services.config), network, body.state)
  return isFailure(returned) ? returned : { project_id: returned.projectId }
}

export const connectOrganization =
  (connectors: ConnectorsOf) =>
  async (
    { body }: Input<typeof contract.connectLinkedinOrganization>,
    call: ScopedCall,
  ): Promise<Answer<typeof contract.connectLinkedinOrganization>> => {
    const { config } = call.services
    const connector = connectors(config)[network]
    return choose(call, { network, connector, seal: makeSeal(config) }, body.organization)
  }
