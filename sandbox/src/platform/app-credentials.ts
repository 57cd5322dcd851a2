import apps from '../../app-credentials.json' with { type: 'json' }

/**
 * The developer app that the product is registered as at each network. These secrets protect nothing, because the sandbox listens on
 * loopback and refuses to start in production. They exist so that signatures and secrets are really checked. The file has them under the
 * names of the product's variables, whose defaults they are outside production.
 */
export const appCredentials = {
  facebook: { app_id: apps.FACEBOOK_APP_ID, app_secret: apps.FACEBOOK_APP_SECRET },
  linkedin: { client_id: apps.LINKEDIN_CLIENT_ID, client_secret: apps.LINKEDIN_CLIENT_SECRET },
  twitter: { consumer_key: apps.X_CONSUMER_KEY, consumer_secret: apps.X_CONSUMER_SECRET },
} as const

/** The same for the identity providers. */
export const identityCredentials = {
  google: { client_id: apps.GOOGLE_CLIENT_ID, client_secret: apps.GOOGLE_CLIENT_SECRET },
  apple: {
    client_id: apps.APPLE_CLIENT_ID,
    team_id: apps.APPLE_TEAM_ID,
    key_id: apps.APPLE_KEY_ID,
    private_key: apps.APPLE_PRIVATE_KEY,
  },
} as const

/** The same for the card gateway. */
export const cardGatewayCredentials = {
  secret_key: apps.CARD_GATEWAY_KEY,
  publishable_key: 'pk_test_gA11eySandb0xCardGateway',
  webhook_secret: apps.CARD_GATEWAY_WEBHOOK_SECRET,
} as const

/** The same for the design tool. */
export const canvaCredentials = {
  client_id: apps.CANVA_CLIENT_ID,
  client_secret: apps.CANVA_CLIENT_SECRET,
} as const
