/**
 * The developer app that the product is registered as at each network. These secrets protect nothing, because the sandbox listens on
 * loopback and refuses to start in production. They exist so that signatures and secrets are really checked.
 */
export const appCredentials = {
  facebook: { app_id: '845120739664201', app_secret: '6f1c0b7de24a93580c1ad97e5b3f4826' },
  linkedin: { client_id: '78galleysandbox', client_secret: 'WPL_AP1.k3Zt9QnVx2LdR7uY.h0Pm4w==' },
  twitter: {
    consumer_key: 'gA11eySandb0xC0nsumerKey1',
    consumer_secret: 'mT5qY8wZ2rK7nJ4vB9xL3cF6hD1sP0aG5eU8iO2yQ7tR4wN6kM',
  },
} as const

/** The same for the identity providers. */
export const identityCredentials = {
  google: {
    client_id: '407408718192-sandbox.apps.googleusercontent.com',
    client_secret: 'GOCSPX-gA11eySandb0xSecret0fGoogle',
  },
  apple: {
    client_id: 'com.example.galley.web',
    team_id: 'GA11EYTEAM',
    key_id: 'SANDB0XKEY',
    private_key:
      'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOLgEFQILIL4fVzvqV1yUJdPZJmKwIva+D4x+MJRsrFKhRANCAAQ1LD9wXhjle3v8tWQZnI/FKc/ZKtdSLk4vzn3x9RhNTwTmwlxyPlQo3TO8WXts9rSF8hM/s8haiRwz4Ia8lbWy',
  },
} as const

/** The same for the card gateway. */
export const cardGatewayCredentials = {
  secret_key: 'sk_test_gA11eySandb0xCardGateway',
  publishable_key: 'pk_test_gA11eySandb0xCardGateway',
  webhook_secret: 'whsec_gA11eySandb0xWebhookSecret',
} as const

/** The same for the design tool. */
export const canvaCredentials = {
  client_id: 'OC-GA11EYSANDB0X',
  client_secret: 'cnvcaGA11eySandb0xSecret0fTheDesignT00l',
} as const
