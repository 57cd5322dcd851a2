import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Config } from '#server/config.ts'

/** Needed to list the pages of a business (docs/product/facebook.md "Permissions"). */
export const businessPermission = 'business_management'

/** The networks' URLs (without a trailing slash) and our app's credentials. */
export type NetworkSettings = {
  readonly graphUrl: string
  /** The script for the Facebook login in the browser, and the version to initialize it with. */
  readonly facebookSdkUrl: string
  readonly facebookVersion: string
  readonly facebookAppId: string
  readonly facebookAppSecret: string
  /** Additional permissions to request; publishing needs none of them. */
  readonly facebookExtraScopes: readonly string[]
  /** Configurations of Facebook Login for Business by network; without one, the login requests permissions by name. */
  readonly facebookLoginConfigs: Readonly<Partial<Record<SocialNetwork, string>>>
  readonly linkedinUrl: string
  readonly linkedinWebUrl: string
  readonly linkedinVersion: string
  readonly linkedinClientId: string
  readonly linkedinClientSecret: string
  readonly xUrl: string
  readonly xWebUrl: string
  readonly xConsumerKey: string
  readonly xConsumerSecret: string
  /** The timeout of a repeatable call (an upload, a read), in milliseconds. */
  readonly callTimeoutMs: number
  /** The timeout of the irreversible call. It is longer, because giving up early costs a look-up instead of a simple retry. */
  readonly sendTimeoutMs: number
}

/**
 * The real networks in production, else the sandbox. Variables override either; without an app of its own an installation has none.
 * Both timeouts together are shorter than a publication's lease of a minute.
 */
export const networkSettings = (config: Config): NetworkSettings => {
  const isReal = config.NODE_ENV === 'production'
  const at = (variable: string | undefined, real: string, folder: string) =>
    (variable ?? (isReal ? real : `${config.sandboxUrl}/${folder}`)).replace(/\/$/, '')
  return {
    graphUrl: `${at(config.FACEBOOK_GRAPH_URL, 'https://graph.facebook.com', 'graph')}/${config.FACEBOOK_VERSION}`,
    facebookSdkUrl: at(config.FACEBOOK_SDK_URL, 'https://connect.facebook.net/en_US/sdk.js', 'graph/sdk.js'),
    facebookVersion: config.FACEBOOK_VERSION,
    facebookAppId: config.FACEBOOK_APP_ID ?? '',
    facebookAppSecret: config.FACEBOOK_APP_SECRET ?? '',
    facebookExtraScopes: config.FACEBOOK_BUSINESS_PAGES ? [businessPermission] : [],
    facebookLoginConfigs: {
      ...(config.FACEBOOK_LOGIN_CONFIG_ID ? { facebook: config.FACEBOOK_LOGIN_CONFIG_ID } : {}),
      ...(config.INSTAGRAM_LOGIN_CONFIG_ID ? { instagram: config.INSTAGRAM_LOGIN_CONFIG_ID } : {}),
    },
    linkedinUrl: at(config.LINKEDIN_API_URL, 'https://api.linkedin.com', 'linkedin'),
    linkedinWebUrl: at(config.LINKEDIN_WEB_URL, 'https://www.linkedin.com', 'linkedin'),
    linkedinVersion: config.LINKEDIN_VERSION,
    linkedinClientId: config.LINKEDIN_CLIENT_ID ?? '',
    linkedinClientSecret: config.LINKEDIN_CLIENT_SECRET ?? '',
    xUrl: at(config.X_API_URL, 'https://api.x.com', 'x'),
    xWebUrl: at(undefined, 'https://x.com', 'x'),
    xConsumerKey: config.X_CONSUMER_KEY ?? '',
    xConsumerSecret: config.X_CONSUMER_SECRET ?? '',
    callTimeoutMs: 20_000,
    sendTimeoutMs: 30_000,
  }
}
