import type { BrowserConnector } from '#server/networks/connector.ts'
import { metaLogin, missingPermissions, pageGrant, toChoices } from '../meta/connect.ts'
import type { NetworkSettings } from '../settings.ts'

/** Document 1 section 2, "Connection flows", in the network's words. */
const scopes = [
  'public_profile',
  'pages_read_engagement',
  'pages_manage_posts',
  'pages_manage_engagement',
  'read_insights',
  'pages_show_list',
] as const

/** Facebook pages: the browser's login, then a page to choose, whose own token does the rest. */
export const facebookConnector = (settings: NetworkSettings): BrowserConnector => {
  const meta = metaLogin(settings)
  return {
    way: 'browser',
    scopes: [...scopes, ...settings.facebookExtraScopes],
    exchange: meta.exchange,
    listChoices: async grant =>
      toChoices(await meta.listPages(grant), page => ({
        externalId: page.id,
        name: page.name,
        details: { fb_page_name: page.name, fb_page_id: page.id },
        logoUrl: page.logoUrl,
        grant: pageGrant(page, grant),
        lacks: missingPermissions(scopes, page, grant),
      })),
    check: account => meta.check(account, 'pages_manage_posts'),
    refresh: null,
  }
}
