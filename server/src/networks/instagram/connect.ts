import type { BrowserConnector } from '#server/networks/connector.ts'
import { metaLogin, missingPermissions, pageGrant, toChoices } from '../meta/connect.ts'
import type { NetworkSettings } from '../settings.ts'

/** Document 1 section 2, "Connection flows" (basic, comments, insights, content publish, pages list), in the network's words. */
const scopes = [
  'instagram_basic',
  'instagram_manage_comments',
  'instagram_manage_insights',
  'instagram_content_publish',
  'pages_show_list',
  'pages_read_engagement',
] as const

/** Instagram professional accounts: Facebook's login, then one of the pages that have such an account, whose token does the rest. */
export const instagramConnector = (settings: NetworkSettings): BrowserConnector => {
  const meta = metaLogin(settings)
  return {
    way: 'browser',
    scopes: [...scopes, ...settings.facebookExtraScopes],
    exchange: meta.exchange,
    listChoices: async grant =>
      toChoices(
        await meta.listPages(grant),
        page =>
          page.instagram && {
            externalId: page.instagram.id,
            name: page.instagram.name || page.name,
            details: { fb_page_name: page.name, fb_page_id: page.id, username: page.instagram.username },
            logoUrl: page.instagram.logoUrl,
            grant: pageGrant(page, grant),
            lacks: missingPermissions(scopes, page, grant),
          },
      ),
    check: account => meta.check(account, 'instagram_content_publish'),
    refresh: null,
  }
}
