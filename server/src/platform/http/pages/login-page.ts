import type { PageHeaders } from './files.ts'
import { policyWith } from './policy.ts'

/** The origin of the script for a network's login. */
export type LoginScript = { readonly facebookSdkUrl: string }

/** `/{projectId}/facebook/connect` and Instagram's (docs/product/social-accounts.md "Connecting"). */
const loginPage = /^\/\d+\/(facebook|instagram)\/connect\/?$/

/**
 * The pages on which Facebook's own script asks for a login allow that one script, its connections to its maker, and the popup it
 * opens. All other pages allow no script but Galley's.
 */
export const loginPageHeaders = ({ facebookSdkUrl }: LoginScript): PageHeaders => {
  const { origin, hostname } = new URL(facebookSdkUrl)
  const maker = hostname.endsWith('.facebook.net') ? [origin, 'https://*.facebook.com'] : [origin]
  const headers = {
    'content-security-policy': policyWith({ scripts: maker, connections: maker, frames: maker }),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
  return path => (loginPage.test(path) ? headers : {})
}
