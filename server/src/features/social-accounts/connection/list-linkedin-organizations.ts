import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/social-accounts/contract.ts'
import type { OrganizationChoice } from '#domain/social-accounts/model.ts'
import type { AccountChoice } from '#server/networks/connector.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { findWorkingAccount, offerChoices, redeemToConnect, rejectRefusal } from './connection.ts'
import type { ConnectorsOf } from './connectors.ts'

const network = 'linkedin'

const toOrganization = ({ externalId, name, logoUrl, lacks }: AccountChoice): OrganizationChoice => ({
  organization: externalId,
  organizationName: name,
  logo: logoUrl,
  lacks: [...lacks],
})

/** Redeems the state before the code is used, so that a state which is not ours spends nobody's code. */
export const listLinkedinOrganizations =
  (connectors: ConnectorsOf) =>
  async (
    { body: { code, state } }: Pick<Input<typeof contract.listLinkedinOrganizations>, 'body'>,
    call: SignedInPoolCall,
  ): Promise<Answer<typeof contract.listLinkedinOrganizations>> => {
    const { config } = call.services
    const seal = makeSeal(config)
    const returned = await redeemToConnect(call, seal, network, state)
    if (isFailure(returned)) return returned
    const { projectId, sessionId, callbackUrl, isReconnecting } = returned
    const working = isReconnecting ? null : await findWorkingAccount(call, projectId, network)
    if (working) return { project_social: working, pages: [], project_id: projectId }
    const connector = connectors(config)[network]
    const granted = await connector.exchange({ code, callbackUrl })
    if (granted.kind === 'refused') return rejectRefusal(call, network, granted, [code, state])
    const { token } = granted.grant.token
    const found = await connector.listChoices(granted.grant)
    if (found.kind === 'refused') return rejectRefusal(call, network, found, [code, state, token])
    const offered = await offerChoices(call, { projectId, sessionId, network, connector, seal }, found)
    if (isFailure(offered)) return offered
    const pages = offered.choices.map(toOrganization)
    return { project_social: offered.project_social, pages, project_id: projectId }
  }
