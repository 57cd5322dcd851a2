import type { UserCall } from '../meta/call.ts'
import { GraphError, type GraphFault, missingParameter } from '../meta/errors.ts'
import { allPermissions } from '../meta/permissions.ts'
import { issueUserToken, personOf, tokenFault, validToken } from '../meta/tokens.ts'
import { appCredentials } from '../platform/app-credentials.ts'
import type { Token } from '../platform/model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'

const { app_id: appId, app_secret: appSecret } = appCredentials.facebook

const refusals = {
  unknownApp: {
    message: 'Error validating application. Cannot get application info due to a system error.',
    code: 101,
  },
  wrongSecret: { message: 'Error validating client secret.', code: 1 },
  usedCode: { message: 'This authorization code has been used.', code: 100, subcode: 36009 },
  oldCode: { message: 'This authorization code has expired.', code: 100, subcode: 36007 },
  otherAddress: {
    message:
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
    code: 100,
    subcode: 36008,
  },
  unknownCode: { message: 'Invalid verification code format.', code: 100 },
  changedPassword: {
    message:
      'Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
    code: 190,
    subcode: 460,
  },
} satisfies Record<string, GraphFault>

type Params = UserCall['params']

/** `GET /oauth/access_token`: exchanges a code or a short-lived user token for a long-lived token. */
export function exchangeToken(sandbox: Sandbox, params: Params): HttpReply {
  if (params.client_id !== appId) throw new GraphError(refusals.unknownApp)
  if (params.client_secret !== appSecret) throw new GraphError(refusals.wrongSecret)
  const token =
    params.grant_type === 'fb_exchange_token'
      ? exchangeShortLived(sandbox, params)
      : exchangeCode(sandbox, params)
  const seconds = Math.round(((token.expires_at ?? 0) - sandbox.now()) / 1000)
  return { status: 200, body: { access_token: token.id, token_type: 'bearer', expires_in: seconds } }
}

function exchangeShortLived(sandbox: Sandbox, { fb_exchange_token: text }: Params): Token {
  if (!text) throw missingParameter('fb_exchange_token')
  const token = validToken(sandbox, text)
  const person = personOf(sandbox, token)
  if (!person) throw new GraphError({ message: '(#100) Only user access tokens can be exchanged', code: 100 })
  failIfLoginRefused(sandbox, token.scopes ?? [], person.id)
  const { scopes = [], declined = [] } = token
  return issueUserToken(sandbox, { person, scopes, declined }, 'long_lived')
}

function exchangeCode(sandbox: Sandbox, { code, redirect_uri: address }: Params): Token {
  if (!code) throw missingParameter('code')
  const step = sandbox.store.get('login_step', code)
  const person = sandbox.store.get('person', step?.person ?? '')
  if (!step || !person || step.network !== 'facebook') throw new GraphError(refusals.unknownCode)
  if (step.used_at !== undefined) throw new GraphError(refusals.usedCode)
  if (step.expires_at <= sandbox.now()) throw new GraphError(refusals.oldCode)
  if (step.redirect_uri !== address) throw new GraphError(refusals.otherAddress)
  failIfLoginRefused(sandbox, step.scopes, person.id)
  sandbox.store.put('login_step', { ...step, used_at: sandbox.now() })
  return issueUserToken(sandbox, { person, scopes: step.scopes, declined: [] }, 'long_lived')
}

/** Facebook's login also serves Instagram; the requested permissions tell which one it is for. */
function failIfLoginRefused(sandbox: Sandbox, scopes: string[], person: string) {
  const network = scopes.includes('instagram_basic') ? 'instagram' : 'facebook'
  if (sandbox.faults.take('login', network, person)) throw new GraphError(refusals.changedPassword)
}

/** `GET /debug_token`: describes a token to a caller with the app's own token (`{app id}|{app secret}`). */
export function debugToken(sandbox: Sandbox, params: Params, asker: string | undefined): HttpReply {
  if (asker !== `${appId}|${appSecret}`) {
    const message = '(#100) You must provide an app access token, or a user access token that is an owner'
    throw new GraphError({ message, code: 100 })
  }
  if (!params.input_token) throw missingParameter('input_token')
  const token = sandbox.store.get('token', params.input_token)
  const fault = tokenFault(sandbox, token)
  const error = fault && {
    error: {
      code: fault.code,
      message: fault.message,
      ...('subcode' in fault && { subcode: fault.subcode }),
    },
    is_valid: false,
  }
  if (!token || token.network === 'linkedin' || token.network === 'twitter') {
    return { status: 200, body: { data: { ...error, scopes: [] } } }
  }
  return { status: 200, body: { data: { ...describe(sandbox, token), ...error } } }
}

function describe(sandbox: Sandbox, token: Token) {
  const person = personOf(sandbox, token)
  const seconds = (ms: number) => Math.floor(ms / 1000)
  const scopes = token.scopes ?? allPermissions
  return {
    app_id: appId,
    type: person ? 'USER' : 'PAGE',
    application: 'Galley',
    data_access_expires_at: seconds(token.created_at + 90 * 86_400_000),
    expires_at: token.expires_at === undefined ? 0 : seconds(token.expires_at),
    issued_at: seconds(token.created_at),
    is_valid: true,
    ...(!person && { profile_id: token.account }),
    scopes,
    granular_scopes: scopes
      .filter(scope => scope !== 'public_profile')
      .map(scope => ({ scope, ...(person && { target_ids: person.administers }) })),
    user_id: token.person ?? token.account,
  }
}
