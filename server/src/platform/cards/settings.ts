import type { Config } from '#server/config.ts'

/** Address of the gateway's script, and the publishable key that it takes. */
type HostedFields = { readonly script: string; readonly key: string }

/** The gateway's address and our secret key. */
export type CardGatewaySettings = {
  readonly url: string
  readonly key: string
  /** A test key: real cards are not charged and should not be entered. */
  readonly takesTestCards: boolean
  /** The gateway's own fields for number and CVC; null without a publishable key. */
  readonly fields: HostedFields | null
  /** Whether numbers and CVCs may come through our server instead. */
  readonly takesNumbers: boolean
}

/**
 * This installation's card gateway. Null: none is configured or the card step is off, so nobody is asked for a card. Outside production
 * the sandbox's is the default.
 */
export const cardGatewaySettings = (config: Config): CardGatewaySettings | null => {
  if (config.CARD_STEP === false) return null
  const isReal = config.NODE_ENV === 'production'
  const key = config.CARD_GATEWAY_KEY
  if (key === undefined) return null
  const sandboxOrReal = isReal ? 'https://api.stripe.com' : `${config.sandboxUrl}/cards`
  const url = (config.CARD_GATEWAY_URL ?? sandboxOrReal).replace(/\/$/, '')
  const { RAW_CARD_NUMBERS: takesNumbers = !isReal } = config
  return { url, key, takesTestCards: key.startsWith('sk_test_'), fields: fieldsOf(config, url), takesNumbers }
}

/** The stand-in's script lies beside the sandbox's gateway. */
const fieldsOf = (config: Config, url: string): HostedFields | null => {
  const { CARD_GATEWAY_PUBLIC_KEY: key, NODE_ENV } = config
  if (key === undefined) return null
  const usual = NODE_ENV === 'production' ? 'https://js.stripe.com/v3/' : `${url}/v3.js`
  return { key, script: config.CARD_GATEWAY_SCRIPT ?? usual }
}
