import type { Config } from '#server/config.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'
import type { BillingGateway } from './billing-gateway.ts'
import type { CardGateway } from './gateway.ts'
import { type CardGatewaySettings, cardGatewaySettings } from './settings.ts'
import { stripeGateway } from './stripe.ts'
import { stripeBilling } from './stripe-billing.ts'

type Gateways = { readonly gateway: CardGateway | null; readonly billing: BillingGateway | null }

const billingOf = (config: Config, settings: CardGatewaySettings): BillingGateway =>
  stripeBilling({
    ...settings,
    prices: {
      base: config.PLAN_BASE_PRICE,
      user: config.PLAN_USER_PRICE,
      account: config.PLAN_ACCOUNT_PRICE,
    },
    webhookSecret: config.CARD_GATEWAY_WEBHOOK_SECRET ?? null,
  })

const gateways = oncePer((config: Config): Gateways => {
  const settings = cardGatewaySettings(config)
  return {
    gateway: settings && stripeGateway(settings),
    billing: settings && billingOf(config, settings),
  }
})

/** The gateway used for this installation's card step. Null: there is no card step. */
export const cardGateway = (config: Config): CardGateway | null => gateways(config).gateway

/** The same gateway, for subscriptions. Null: nobody pays. */
export const billingGateway = (config: Config): BillingGateway | null => gateways(config).billing
