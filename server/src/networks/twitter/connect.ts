import { z } from 'zod'
import type {
  AccessHealth,
  AccountChoice,
  ConnectRefused,
  RequestTokenConnector,
} from '#server/networks/connector.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import type { NetworkSettings } from '../settings.ts'
import { type TwitterApi, twitterApi, twitterOutcome } from './api.ts'
import { readMe } from './users.ts'

const requestToken = z.object({
  oauth_token: z.string().min(1),
  oauth_token_secret: z.string().min(1),
  oauth_callback_confirmed: z.literal('true'),
})
const accessToken = z.object({
  oauth_token: z.string().min(1),
  oauth_token_secret: z.string().min(1),
  user_id: z.string().min(1),
  screen_name: z.string().min(1),
})

/** Connects an account by OAuth 1.0a in three steps (docs/product/twitter.md "Login"). Access never expires, but can be revoked. */
export const twitterConnector = (settings: NetworkSettings): RequestTokenConnector => {
  const api = twitterApi(settings)
  return {
    way: 'request_token',
    begin: async callbackUrl => {
      const reply = await api.login('request_token', { oauth_callback: callbackUrl })
      const given = isOk(reply) ? parseBody(reply, requestToken) : null
      // The person has done nothing yet, so X refuses the app or its callback.
      if (!given) return refused(reply, 'permission')
      // Without `force_login` X silently uses the account that is logged in, and agencies have several.
      const query = new URLSearchParams({ oauth_token: given.oauth_token, force_login: 'true' })
      return {
        kind: 'begun',
        token: given.oauth_token,
        secret: given.oauth_token_secret,
        authorizationLink: `${settings.xUrl}/oauth/authenticate?${query}`,
      }
    },
    finish: async ({ token, secret, verifier }) => {
      const reply = await api.login('access_token', { oauth_verifier: verifier }, { token, secret })
      const given = isOk(reply) ? parseBody(reply, accessToken) : null
      if (!given) return refused(reply, 'invalid')
      return { kind: 'choices', choices: [await choiceOf(api, given)] }
    },
    check: account => check(api, account),
    refresh: null,
    revoke: async account => {
      await api.giveBack(account)
    },
  }
}

/** The account with its name and picture, or with its username if they cannot be read: access has been granted either way. */
const choiceOf = async (api: TwitterApi, given: z.output<typeof accessToken>): Promise<AccountChoice> => {
  const token = { token: given.oauth_token, secret: given.oauth_token_secret }
  const details = { screen_name: given.screen_name, user_id: given.user_id }
  const { reply, me } = await readMe(api, { externalId: given.user_id, details, token })
  // `read`, `read-write` or `read-write-directmessages`.
  const level = isOk(reply) ? reply.headers.get('x-access-level') : null
  return {
    externalId: given.user_id,
    name: me?.name || given.screen_name,
    details,
    logoUrl: me?.profile_image_url ?? null,
    grant: { token, expiresAt: null, scopes: level ? [level] : [] },
    lacks: level === 'read' ? ['write'] : [],
  }
}

const check = async (api: TwitterApi, account: ConnectedAccount): Promise<AccessHealth> => {
  const { reply, me } = await readMe(api, account)
  if (me) return { kind: 'works', expiresAt: null }
  const isLost = reply.kind === 'answered' && !reply.ok && twitterOutcome(reply).kind === 'reconnect_needed'
  return { kind: isLost ? 'reconnect_needed' : 'cannot_tell', response: reply.text }
}

/** 415, "Callback URL not approved", as JSON or as XML (docs/product/twitter.md "Login"). */
const callbackRefused = /"code"\s*:\s*415|code="415"/

const refused = (reply: Reply, otherwise: 'permission' | 'invalid'): ConnectRefused => {
  const response = reply.text
  const isDown =
    reply.kind !== 'answered' ||
    reply.ok ||
    reply.status >= 500 ||
    reply.status === 429 ||
    reply.status === 408
  if (isDown) return { kind: 'refused', reason: 'down', response }
  return { kind: 'refused', reason: callbackRefused.test(response) ? 'permission' : otherwise, response }
}
