import { z } from 'zod'
import type {
  AccessGrant,
  AccessGranted,
  AccessHealth,
  CodeConnector,
  ConnectRefused,
} from '#server/networks/connector.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import { sharedClock } from '#server/platform/clock.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import type { NetworkSettings } from '../settings.ts'
import { type LinkedinApi, linkedinApi, linkedinOutcome } from './api.ts'
import { listOrganizations } from './organizations.ts'

/** All belong to LinkedIn's Community Management product (docs/product/linkedin.md "Permissions"). */
const scopes = ['r_basicprofile', 'w_organization_social', 'r_organization_social', 'rw_organization_admin']

/** Without these nothing can be published or confirmed. */
const publishingNeeds = ['w_organization_social', 'r_organization_social']

/** Connects LinkedIn organizations by OAuth 2 with a code (docs/product/linkedin.md "Login"). */
export const linkedinConnector = (settings: NetworkSettings): CodeConnector => {
  const api = linkedinApi(settings)
  return {
    way: 'code',
    authorizationLink: ({ state, callbackUrl }) => {
      const requested = {
        response_type: 'code',
        client_id: settings.linkedinClientId,
        redirect_uri: callbackUrl,
        state,
        scope: scopes.join(' '),
      }
      // LinkedIn's documentation encodes a space as %20.
      const query = new URLSearchParams(requested).toString().replaceAll('+', '%20')
      return `${settings.linkedinWebUrl}/oauth/v2/authorization?${query}`
    },
    exchange: ({ code, callbackUrl }) =>
      askForToken(api, { grant_type: 'authorization_code', code, redirect_uri: callbackUrl }),
    listChoices: grant => listOrganizations(api, grant, missingScopes(grant)),
    check: account => check(api, account),
    refresh: account => refresh(api, account),
  }
}

const missingScopes = ({ scopes: given }: AccessGrant): readonly string[] =>
  given.length === 0 ? [] : publishingNeeds.filter(scope => !given.includes(scope))

const granted = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
  scope: z.string().default(''),
})

const askForToken = async (
  api: LinkedinApi,
  form: Readonly<Record<string, string>>,
  earlierRefresh?: string,
): Promise<AccessGranted | ConnectRefused> => {
  const reply = await api.login('accessToken', form)
  if (!isOk(reply)) return refusedLogin(reply)
  const answer = parseBody(reply, granted)
  // An unreadable answer may contain a token, so it is not shown.
  if (!answer)
    return { kind: 'refused', reason: 'down', response: 'LinkedIn answered without an access token.' }
  const grant: AccessGrant = {
    token: { token: answer.access_token, refresh: answer.refresh_token ?? earlierRefresh },
    expiresAt: new Date(sharedClock.now().getTime() + answer.expires_in * 1000),
    // LinkedIn separates by commas, the standard by spaces; both have been seen.
    scopes: answer.scope.split(/[\s,]+/).filter(Boolean),
  }
  return { kind: 'granted', grant }
}

const oauthError = z.object({ error: z.string() })

const refusedLogin = (reply: Reply): ConnectRefused => {
  const error = parseBody(reply, oauthError)?.error
  const isTheirs = reply.kind !== 'answered' || reply.status >= 500 || reply.status === 429 || !error
  const isApp = error?.includes('client') || error === 'unauthorized_scope_error'
  const reason = isTheirs ? 'down' : isApp ? 'permission' : 'invalid'
  return { kind: 'refused', reason, response: reply.text }
}

/** Only approved apps get refresh tokens; without one, a person reconnects every 60 days. */
const refresh = async (
  api: LinkedinApi,
  { token }: ConnectedAccount,
): Promise<AccessGranted | ConnectRefused> =>
  token.refresh
    ? askForToken(api, { grant_type: 'refresh_token', refresh_token: token.refresh }, token.refresh)
    : {
        kind: 'refused',
        reason: 'invalid',
        response: 'LinkedIn gave no refresh token: a person has to connect the account again.',
      }

const introspected = z.object({ active: z.boolean(), expires_at: z.number().optional() })

/** Reads the organization, which only its administrators may, and then the token's expiry if it can be had. */
const check = async (api: LinkedinApi, account: ConnectedAccount): Promise<AccessHealth> => {
  const reply = await api.get(account, `organizations/${account.externalId}`)
  if (reply.kind !== 'answered') return { kind: 'cannot_tell', response: reply.text }
  if (!reply.ok)
    return linkedinOutcome(reply).kind === 'reconnect_needed'
      ? { kind: 'reconnect_needed', response: reply.text }
      : { kind: 'cannot_tell', response: reply.text }
  const parsed = parseBody(await api.login('introspectToken', { token: account.token.token }), introspected)
  return { kind: 'works', expiresAt: parsed?.expires_at ? new Date(parsed.expires_at * 1000) : null }
}
