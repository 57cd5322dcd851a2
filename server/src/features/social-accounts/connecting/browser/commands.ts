import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/social-accounts/contract.ts'
import type { PageChoice } from '#domain/social-accounts/model.ts'
import type { AccountChoice } from '#server/networks/connector.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { type ConnectorsOf, refuseUnconfigured } from '../../options/queries.ts'
import { choose, findWorking, offer, refusedBy } from '../commands.ts'

/** The networks whose own script asks in the browser. */
type BrowserNetwork = 'facebook' | 'instagram'
type PagesFound = Answer<typeof contract.findFacebookPages | typeof contract.findInstagramPages>

const toPage = ({ externalId, name, logoUrl, lacks }: AccountChoice): PageChoice => ({
  id: externalId,
  name,
  logo: logoUrl,
  lacks: [...lacks],
})

/** Exchanges the browser's token, which goes no further, and offers the pages that it opens. */
const findPages = async (
  call: ScopedCall,
  connectors: ConnectorsOf,
  network: BrowserNetwork,
  { token, reconnect }: { token: string; reconnect: boolean },
): Promise<PagesFound> => {
  const { services, scope, person } = call
  const unconfigured = refuseUnconfigured(services.config, network)
  if (unconfigured) return unconfigured
  const { projectId } = scope
  const working = reconnect ? null : await findWorking(call, projectId, network)
  if (working) return { project_social: working, pages: [] }
  const connector = connectors(services.config)[network]
  const granted = await connector.exchange(token)
  if (granted.kind === 'refused') return refusedBy(call, network, granted, [token])
  const { grant } = granted
  const found = await connector.listChoices(grant)
  if (found.kind === 'refused') return refusedBy(call, network, found, [token, grant.token.token])
  const seal = makeSeal(services.config)
  const attempt = { projectId, sessionId: person.sessionId, network }
  const offered = await offer(call, { ...attempt, connector, seal }, found)
  if (isFailure(offered)) return offered
  return { project_social: offered.project_social, pages: offered.choices.map(toPage) }
}

/** The token stands in the query (the documents' own call). */
export const findPagesByQuery =
  (connectors: ConnectorsOf, network: BrowserNetwork) =>
  (
    { query }: { readonly query: { readonly token: string; readonly reconnect: boolean } },
    call: ScopedCall,
  ): Promise<PagesFound> =>
    findPages(call, connectors, network, query)

/** The token stands in the body. */
export const findPagesByBody =
  (connectors: ConnectorsOf, network: BrowserNetwork) =>
  (
    { body }: Input<typeof contract.findFacebookPages | typeof contract.findInstagramPages>,
    call: ScopedCall,
  ): Promise<PagesFound> =>
    findPages(call, connectors, network, body)

export const connectPage =
  (connectors: ConnectorsOf, network: BrowserNetwork) =>
  async (
    { body }: Input<typeof contract.connectFacebookPage | typeof contract.connectInstagramPage>,
    call: ScopedCall,
  ): Promise<Answer<typeof contract.connectFacebookPage | typeof contract.connectInstagramPage>> => {
    const { config } = call.services
    return choose(
      call,
      { network, connector: connectors(config)[network], seal: makeSeal(config) },
      body.page_id,
    )
  }
