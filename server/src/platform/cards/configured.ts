import type { Config } from '#server/config.ts'
import { oneFor } from '#server/platform/jobs/batches.ts'
import type { CardGateway } from './gateway.ts'
import { cardGatewaySettings } from './settings.ts'
import { stripeGateway } from './stripe.ts'

const gateways = oneFor((config: Config): { readonly gateway: CardGateway | null } => {
  const settings = cardGatewaySettings(config)
  return { gateway: settings && stripeGateway(settings) }
})

/** The gateway that this installation has a card step with; null: it has none. */
export const cardGateway = (config: Config): CardGateway | null => gateways(config).gateway
