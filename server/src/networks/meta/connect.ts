import { z } from 'zod'
import type {
  AccessGrant,
  AccessGranted,
  AccessHealth,
  AccountChoices,
  ConnectRefused,
} from '#server/networks/connector.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import { sharedClock } from '#server/platform/clock.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import type { NetworkSettings } from '../settings.ts'
import { connectRefusal } from './connect-refusal.ts'
import { type Graph, graph } from './graph.ts'
import { listPages, type MetaPage, type Pages } from './pages.ts'

/** What Facebook's and Instagram's connectors share: login, token exchange and list of pages (docs/product/facebook.md "Login"). */
export const metaLogin = (settings: NetworkSettings) => {
  const api = graph(settings)
  return {
    /** Exchanges the login script's token of one or two hours for one of about two months. */
    exchange: (shortLived: string) => exchangeToken(api, settings, shortLived),
    listPages: (grant: AccessGrant, pageSize = 100) => listPages(api, grant, pageSize),
    /** `publishing`: the permission that publishing needs. */
    check: (account: ConnectedAccount, publishing: string) => check(api, settings, account, publishing),
  }
}

/** Page tokens obtained with a long-lived user token do not expire (docs/product/facebook.md "Tokens"). */
export const pageGrant = (page: MetaPage, { scopes }: AccessGrant): AccessGrant => ({
  token: { token: page.token },
  expiresAt: null,
  scopes,
})

/** The needed permissions that the person did not grant, and the task for publishing if the page lacks it. */
export const missingPermissions = (
  needed: readonly string[],
  page: MetaPage,
  { scopes }: AccessGrant,
): string[] => [
  ...(scopes.length === 0 ? [] : needed.filter(scope => !scopes.includes(scope))),
  ...(page.tasks === null || page.tasks.includes('CREATE_CONTENT') ? [] : ['CREATE_CONTENT']),
]

/** Converts pages to choices; null leaves a page out. */
export const toChoices = (
  found: Pages | ConnectRefused,
  toChoice: (page: MetaPage) => AccountChoices['choices'][number] | null,
): AccountChoices | ConnectRefused =>
  found.kind === 'refused'
    ? found
    : { kind: 'choices', choices: found.pages.flatMap(page => toChoice(page) ?? []) }

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() })
const permissions = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) })

const exchangeToken = async (
  api: Graph,
  { facebookAppId, facebookAppSecret }: NetworkSettings,
  shortLived: string,
): Promise<AccessGranted | ConnectRefused> => {
  const reply = await api.getAsApp('oauth/access_token', {
    grant_type: 'fb_exchange_token',
    client_id: facebookAppId,
    client_secret: facebookAppSecret,
    fb_exchange_token: shortLived,
  })
  const answer = isOk(reply) ? parseBody(reply, tokenAnswer) : null
  if (!answer) return connectRefusal(reply)
  const token = { token: answer.access_token }
  const given = await api.get({ token }, 'me/permissions', {})
  const scopes = (isOk(given) ? parseBody(given, permissions) : null)?.data
    .filter(({ status }) => status === 'granted')
    .map(({ permission }) => permission)
  const { expires_in: seconds } = answer
  const expiresAt = seconds === undefined ? null : new Date(sharedClock.now().getTime() + seconds * 1000)
  return { kind: 'granted', grant: { token, expiresAt, scopes: scopes ?? [] } }
}

const debugged = z.object({
  data: z.object({
    is_valid: z.boolean(),
    expires_at: z.number().optional(),
    scopes: z.array(z.string()).default([]),
    error: z.object({ message: z.string() }).optional(),
  }),
})

const check = async (
  api: Graph,
  { facebookAppSecret }: NetworkSettings,
  account: ConnectedAccount,
  publishing: string,
): Promise<AccessHealth> => {
  // Only the app can inspect a token. Without its secret, a call with the token shows at least whether it works.
  const reply =
    facebookAppSecret === ''
      ? await api.get(account, 'me', { fields: 'id' })
      : await api.getAsApp('debug_token', { input_token: account.token.token })
  if (!isOk(reply)) {
    const reason = connectRefusal(reply)
    const isGone = facebookAppSecret === '' && reason.reason !== 'down'
    return { kind: isGone ? 'reconnect_needed' : 'cannot_tell', response: reply.text }
  }
  if (facebookAppSecret === '') return { kind: 'works', expiresAt: null }
  const token = parseBody(reply, debugged)?.data
  if (!token) return { kind: 'cannot_tell', response: reply.text }
  const response = token.error?.message ?? reply.text
  const mayPublish = token.scopes.length === 0 || token.scopes.includes(publishing)
  if (!token.is_valid || !mayPublish) return { kind: 'reconnect_needed', response }
  return { kind: 'works', expiresAt: token.expires_at ? new Date(token.expires_at * 1000) : null }
}
