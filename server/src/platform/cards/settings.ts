import { cardGatewayCredentials } from '#sandbox/platform/app-credentials.ts'
import type { Config } from '#server/config.ts'

/** Where the gateway is asked, and with which secret key. */
export type CardGatewaySettings = {
  readonly url: string
  readonly key: string
  /** A key for trying: no card that is real is charged, and none belongs there. */
  readonly takesTestCards: boolean
}

/**
 * The card gateway of this installation; null: none is configured, or the card step is switched off, and nobody is asked for a card. Outside
 * production it is the sandbox's when nothing else is set.
 */
export const cardGatewaySettings = (config: Config): CardGatewaySettings | null => {
  if (config.CARD_STEP === false) return null
  const isReal = config.NODE_ENV === 'production'
  const known = config.sandbox && !isReal ? cardGatewayCredentials.secret_key : undefined
  const key = config.CARD_GATEWAY_KEY ?? known
  if (key === undefined) return null
  const sandboxOrReal = isReal ? 'https://api.stripe.com' : `${config.sandboxUrl}/cards`
  const url = (config.CARD_GATEWAY_URL ?? sandboxOrReal).replace(/\/$/, '')
  return { url, key, takesTestCards: key.startsWith('sk_test_') }
}
