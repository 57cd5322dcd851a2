import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/social-accounts/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { connectOffered } from './connection.ts'
import type { ConnectorsOf } from './connectors.ts'

const network = 'linkedin'

export const connectLinkedinOrganization =
  (connectors: ConnectorsOf) =>
  async (
    { body }: Input<typeof contract.connectLinkedinOrganization>,
    call: ScopedCall,
  ): Promise<Answer<typeof contract.connectLinkedinOrganization>> => {
    const { config } = call.services
    const connector = connectors(config)[network]
    return connectOffered(call, { network, connector, seal: makeSeal(config) }, body.organization)
  }
