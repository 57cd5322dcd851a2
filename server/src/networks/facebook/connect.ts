import type { BrowserConnector } from '#server/networks/connector.ts'
import { metaLogin, missingPermissions, pageGrant, toChoices } from '../meta/connect.ts'
import type { NetworkSettings } from '../settings.ts'

/** docs/product/facebook.md "Permissions" */
const scopes = [
  'public_profile',
  'pages_read_engagement',
  'pages_manage_posts',
  'pages_manage_engagement',
  'read_insights',
  'pages_show_list',
] as const

/** Connects Facebook pages: login in the browser, then a choice of page, whose own token is used from then on. */
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
