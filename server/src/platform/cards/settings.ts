import { cardGatewayCredentials } from '#sandbox/platform/app-credentials.ts'
import type { Config } from '#server/config.ts'

/** The gateway's address and our secret key. */
export type CardGatewaySettings = {
  readonly url: string
  readonly key: string
  /** A test key: real cards are not charged and should not be entered. */
  readonly takesTestCards: boolean
}

/**
 * This installation's card gateway. Null: none is configured or the card step is off, so nobody is asked for a card. Outside production
 * the sandbox's is the default.
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
