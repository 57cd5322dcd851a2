import type { BrowserConnector } from '#server/networks/connector.ts'
import { metaLogin, missingPermissions, pageGrant, toChoices } from '../meta/connect.ts'
import type { NetworkSettings } from '../settings.ts'

/** docs/product/instagram.md "Permissions" */
const scopes = [
  'instagram_basic',
  'instagram_manage_comments',
  'instagram_manage_insights',
  'instagram_content_publish',
  'pages_show_list',
  'pages_read_engagement',
] as const

/** Connects Instagram professional accounts: Facebook's login, then a choice among pages with a linked account, whose token is used from then on. */
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
