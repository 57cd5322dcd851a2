import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { appCredentials } from '../platform/app-credentials.ts'
import type { LoginStep, Token } from '../platform/model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'

const accessLifeS = 60 * 86_400
const refreshLifeS = 365 * 86_400

const notFound = 'Unable to retrieve access token: authorization code not found'
const notMatching =
  'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists'
const notRenewable = 'The provided authorization grant or refresh token is invalid, expired or revoked'

function refused(status: number, error_description: string, error = 'invalid_request'): HttpReply {
  return { status, body: { error, error_description } }
}

function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
}

/** The error for wrong client credentials; undefined if they are right. */
function clientError(form: URLSearchParams): HttpReply | undefined {
  for (const name of ['client_id', 'client_secret'])
    if (!form.get(name)) return refused(400, `A required parameter "${name}" is missing`)
  const { client_id, client_secret } = appCredentials.linkedin
  const isOurs = form.get('client_id') === client_id && form.get('client_secret') === client_secret
  return isOurs ? undefined : refused(401, 'Client authentication failed', 'invalid_client')
}

/** `POST /oauth/v2/accessToken`: exchanges a code or a refresh token for an access token. */
export function issueAccessToken(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const form = formOf(request)
  const bad = clientError(form)
  if (bad) return bad
  const grantType = form.get('grant_type')
  if (grantType === 'authorization_code') return exchangeCode(sandbox, form)
  if (grantType === 'refresh_token') return refreshAccessToken(sandbox, form)
  return refused(400, `The grant type "${grantType ?? ''}" is not supported`, 'unsupported_grant_type')
}

function exchangeCode(sandbox: Sandbox, form: URLSearchParams): HttpReply {
  for (const name of ['code', 'redirect_uri'])
    if (!form.get(name)) return refused(400, `A required parameter "${name}" is missing`)
  const step = sandbox.store.get('login_step', form.get('code') ?? '')
  if (step?.network !== 'linkedin' || step.used_at !== undefined) return refused(401, notFound)
  if (sandbox.faults.take('login', 'linkedin', step.account)) return refused(401, notFound)
  if (step.redirect_uri !== form.get('redirect_uri') || step.expires_at <= sandbox.now())
    return refused(400, notMatching)
  return sandbox.store.transaction(() => {
    sandbox.store.put('login_step', { ...step, used_at: sandbox.now() })
    revokeTokensWithOtherScopes(sandbox, step)
    const refresh = createToken(sandbox, step, 'refresh')
    return tokenReply(sandbox, createToken(sandbox, step), refresh)
  })
}

/** Granting other scopes revokes the member's earlier tokens for this app. */
function revokeTokensWithOtherScopes(sandbox: Sandbox, step: LoginStep) {
  const scopes = step.scopes.toSorted().join()
  for (const token of sandbox.store.list('token', { network: 'linkedin', account: step.account }))
    if (token.scopes?.toSorted().join() !== scopes) sandbox.store.put('token', { ...token, state: 'revoked' })
}

function createToken(
  sandbox: Sandbox,
  { account, scopes = [] }: Pick<LoginStep | Token, 'account' | 'scopes'>,
  use?: 'refresh',
): Token {
  const now = sandbox.now()
  const token: Token = {
    id: `${use ? 'AQW' : 'AQX'}${randomBytes(260).toString('base64url')}`,
    network: 'linkedin',
    account,
    person: account,
    scopes,
    created_at: now,
    state: 'active',
    ...(use && { use }),
    expires_at: now + 1000 * (use ? refreshLifeS : accessLifeS),
  }
  sandbox.store.put('token', token)
  return token
}

function tokenReply(sandbox: Sandbox, access: Token, refresh: Token): HttpReply {
  const left = Math.ceil(((refresh.expires_at ?? 0) - sandbox.now()) / 1000)
  const body = {
    access_token: access.id,
    expires_in: accessLifeS,
    refresh_token: refresh.id,
    refresh_token_expires_in: left,
    scope: access.scopes?.join(','),
  }
  return { status: 200, headers: { 'cache-control': 'no-store' }, body }
}

/** Issues a new access token; the refresh token stays valid until its original expiry. */
function refreshAccessToken(sandbox: Sandbox, form: URLSearchParams): HttpReply {
  const refresh = sandbox.store.get('token', form.get('refresh_token') ?? '')
  const isLinkedin = refresh?.network === 'linkedin' && refresh.use === 'refresh'
  if (!isLinkedin || refresh.state !== 'active' || (refresh.expires_at ?? 0) <= sandbox.now())
    return refused(400, notRenewable)
  if (sandbox.faults.take('login', 'linkedin', refresh.account)) return refused(400, notRenewable)
  return tokenReply(sandbox, createToken(sandbox, refresh), refresh)
}

export function revokeToken(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const form = formOf(request)
  const bad = clientError(form)
  if (bad) return bad
  const token = sandbox.store.get('token', form.get('token') ?? '')
  if (token?.network !== 'linkedin') return refused(400, 'The provided token is invalid')
  sandbox.store.put('token', { ...token, state: 'revoked' })
  return { status: 200 }
}

/** Describes a token: whether it is valid, and until when. */
export function introspectToken(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const form = formOf(request)
  const bad = clientError(form)
  if (bad) return bad
  const token = sandbox.store.get('token', form.get('token') ?? '')
  if (token?.network !== 'linkedin') return { status: 200, body: { active: false } }
  const isOver = token.expires_at !== undefined && token.expires_at <= sandbox.now()
  const status = token.state === 'active' && isOver ? 'expired' : token.state
  const seconds = (ms: number) => Math.floor(ms / 1000)
  const body = {
    active: status === 'active',
    status,
    client_id: appCredentials.linkedin.client_id,
    authorized_at: seconds(token.created_at),
    created_at: seconds(token.created_at),
    ...(token.expires_at !== undefined && { expires_at: seconds(token.expires_at) }),
    ...(token.scopes && { scope: token.scopes.join(',') }),
    auth_type: '3L',
  }
  return { status: 200, body }
}
