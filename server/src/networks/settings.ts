import { appCredentials } from '#sandbox/app-credentials.ts'
import type { Config } from '#server/config.ts'

/** Where the networks are and who we are to them. Addresses have no slash at the end. */
export type NetworkSettings = {
  readonly graphUrl: string
  readonly linkedinUrl: string
  readonly linkedinWebUrl: string
  readonly linkedinVersion: string
  readonly xUrl: string
  readonly xWebUrl: string
  readonly xConsumerKey: string
  readonly xConsumerSecret: string
  /** How long a repeatable call (an upload, a read) may take, in milliseconds. */
  readonly callTimeoutMs: number
  /** How long the irreversible call may take. Longer than the others: giving it up early costs a look, not a retry. */
  readonly sendTimeoutMs: number
}

/**
 * The real networks in production, else the sandbox, which has an app registered there like any other; a variable overrules either.
 * Both time limits together stay below a publication's lease of a minute.
 */
export const networkSettings = (config: Config): NetworkSettings => {
  const isReal = config.NODE_ENV === 'production'
  const at = (variable: string | undefined, real: string, folder: string) =>
    (variable ?? (isReal ? real : `${config.sandboxUrl}/${folder}`)).replace(/\/$/, '')
  const app = isReal ? { consumer_key: '', consumer_secret: '' } : appCredentials.twitter
  return {
    graphUrl: `${at(config.FACEBOOK_GRAPH_URL, 'https://graph.facebook.com', 'graph')}/${config.FACEBOOK_VERSION}`,
    linkedinUrl: at(config.LINKEDIN_API_URL, 'https://api.linkedin.com', 'linkedin'),
    linkedinWebUrl: at(undefined, 'https://www.linkedin.com', 'linkedin'),
    linkedinVersion: config.LINKEDIN_VERSION,
    xUrl: at(config.X_API_URL, 'https://api.x.com', 'x'),
    xWebUrl: at(undefined, 'https://x.com', 'x'),
    xConsumerKey: config.X_CONSUMER_KEY ?? app.consumer_key,
    xConsumerSecret: config.X_CONSUMER_SECRET ?? app.consumer_secret,
    callTimeoutMs: 20_000,
    sendTimeoutMs: 30_000,
  }
}
