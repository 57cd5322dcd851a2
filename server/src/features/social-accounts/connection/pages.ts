import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/social-accounts/contract.ts'
import type { PageChoice } from '#domain/social-accounts/model.ts'
import type { AccountChoice } from '#server/networks/connector.ts'
import type { ScopedCall, ScopedPoolCall } from '#server/platform/http/route.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { connectOffered, findWorkingAccount, offerChoices, rejectRefusal } from './connection.ts'
import { type ConnectorsOf, rejectUnconfigured } from './connectors.ts'

/** The networks whose script asks for access in the browser. */
type BrowserNetwork = 'facebook' | 'instagram'
type ListPages = typeof contract.listFacebookPages | typeof contract.listInstagramPages
type ConnectPage = typeof contract.connectFacebookPage | typeof contract.connectInstagramPage

const toPage = ({ externalId, name, logoUrl, lacks, details }: AccountChoice): PageChoice => ({
  id: externalId,
  name,
  logo: logoUrl,
  lacks: [...lacks],
  fb_page_id: details.fb_page_id ?? null,
})

/** Exchanges the browser's token, which is not stored, and offers the pages that it can access. */
const findPages = async (
  call: ScopedPoolCall,
  connectors: ConnectorsOf,
  network: BrowserNetwork,
  { token, reconnect }: { token: string; reconnect: boolean },
): Promise<Answer<ListPages>> => {
  const { services, scope, person } = call
  const unconfigured = rejectUnconfigured(services.config, network)
  if (unconfigured) return unconfigured
  const { projectId } = scope
  const working = reconnect ? null : await findWorkingAccount(call, projectId, network)
  if (working) return { project_social: working, pages: [] }
  const connector = connectors(services.config)[network]
  const granted = await connector.exchange(token)
  if (granted.kind === 'refused') return rejectRefusal(call, network, granted, [token])
  const { grant } = granted
  const found = await connector.listChoices(grant)
  if (found.kind === 'refused') return rejectRefusal(call, network, found, [token, grant.token.token])
  const seal = makeSeal(services.config)
  const attempt = { projectId, sessionId: person.sessionId, network }
  const offered = await offerChoices(call, { ...attempt, connector, seal }, found)
  if (isFailure(offered)) return offered
  return { project_social: offered.project_social, pages: offered.choices.map(toPage) }
}

const listPages =
  (network: BrowserNetwork) =>
  (connectors: ConnectorsOf) =>
  ({ body }: Pick<Input<ListPages>, 'body'>, call: ScopedPoolCall): Promise<Answer<ListPages>> =>
    findPages(call, connectors, network, body)

const connectPage =
  (network: BrowserNetwork) =>
  (connectors: ConnectorsOf) =>
  async ({ body }: Input<ConnectPage>, call: ScopedCall): Promise<Answer<ConnectPage>> => {
    const { config } = call.services
    const connector = connectors(config)[network]
    return connectOffered(call, { network, connector, seal: makeSeal(config) }, body.page_id)
  }

export const listFacebookPages = listPages('facebook')
export const connectFacebookPage = connectPage('facebook')
export const listInstagramPages = listPages('instagram')
export const connectInstagramPage = connectPage('instagram')
