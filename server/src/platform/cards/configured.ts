import type { Config } from '#server/config.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'
import type { CardGateway } from './gateway.ts'
import { cardGatewaySettings } from './settings.ts'
import { stripeGateway } from './stripe.ts'

const gateways = oncePer((config: Config): { readonly gateway: CardGateway | null } => {
  const settings = cardGatewaySettings(config)
  return { gateway: settings && stripeGateway(settings) }
})

/** The gateway used for this installation's card step. Null: there is no card step. */
export const cardGateway = (config: Config): CardGateway | null => gateways(config).gateway
