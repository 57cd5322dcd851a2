/**
 * The developer app that the product is registered as at each network. They guard nothing (the sandbox listens on
 * loopback and refuses to start in production); they exist so that signatures and secrets are really checked.
 */
export const appCredentials = {
  facebook: { app_id: '845120739664201', app_secret: '6f1c0b7de24a93580c1ad97e5b3f4826' },
  linkedin: { client_id: '78galleysandbox', client_secret: 'WPL_AP1.k3Zt9QnVx2LdR7uY.h0Pm4w==' },
  twitter: {
    consumer_key: 'gA11eySandb0xC0nsumerKey1',
    consumer_secret: 'mT5qY8wZ2rK7nJ4vB9xL3cF6hD1sP0aG5eU8iO2yQ7tR4wN6kM',
  },
} as const
