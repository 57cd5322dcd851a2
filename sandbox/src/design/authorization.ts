import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { consentPolicy } from '../pages/consent.ts'
import { canvaCredentials } from '../platform/app-credentials.ts'
import type { HttpReply } from '../platform/sandbox.ts'
import { consentToDesigns, refusedPage } from './pages.ts'
import { designers } from './people.ts'
import type { CodeGrant, DesignTool } from './tool.ts'

const codeLifeMs = 10 * 60_000
const accessLifeS = 4 * 3600
const refreshLifeMs = 180 * 86_400_000
const loopback = ['localhost', '127.0.0.1', '[::1]']
const known = ['design:content:read', 'design:content:write', 'design:meta:read']

/** Why the request cannot be shown to a person; null if it can. */
const problemOf = (params: URLSearchParams): string | null => {
  if (params.get('client_id') !== canvaCredentials.client_id) return 'The client is unknown.'
  const redirect = params.get('redirect_uri') ?? ''
  if (!URL.canParse(redirect)) return 'The redirect URL is not valid.'
  const { hostname, pathname } = new URL(redirect)
  if (!loopback.includes(hostname) || pathname !== '/canva/callback')
    return 'The redirect URL is not one of this integration’s.'
  if (params.get('response_type') !== 'code') return 'The response type must be code.'
  if (params.get('code_challenge_method')?.toUpperCase() !== 'S256' || !params.get('code_challenge'))
    return 'A code challenge with the method S256 is required.'
  const scopes = (params.get('scope') ?? '').split(' ').filter(Boolean)
  return scopes.length > 0 && scopes.every(scope => known.includes(scope)) ? null : 'A scope is not known.'
}

const show = (reply: FastifyReply, status: number, text: string) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', consentPolicy)
    .send(text)

export function showConsent(_tool: DesignTool, request: FastifyRequest, reply: FastifyReply) {
  const params = new URLSearchParams(request.url.split('?')[1] ?? '')
  const problem = problemOf(params)
  return problem === null
    ? show(reply, 200, consentToDesigns(Object.fromEntries(params)))
    : show(reply, 400, refusedPage(problem))
}

export function decideConsent(tool: DesignTool, request: FastifyRequest, reply: FastifyReply) {
  const params = formOf(request)
  const problem = problemOf(params)
  if (problem !== null) return show(reply, 400, refusedPage(problem))
  const address = new URL(params.get('redirect_uri') ?? '')
  const person = designers.find(({ id }) => id === params.get('person'))
  const code = randomBytes(48).toString('base64url')
  if (person && params.get('decision') !== 'deny') {
    tool.codes.set(code, {
      person: person.id,
      redirectUri: address.href,
      scope: params.get('scope') ?? '',
      challenge: params.get('code_challenge') ?? '',
      expiresAt: tool.sandbox.now() + codeLifeMs,
    })
    address.searchParams.set('code', code)
  } else {
    address.searchParams.set('error', 'access_denied')
    address.searchParams.set('error_description', 'The user declined')
  }
  address.searchParams.set('state', params.get('state') ?? '')
  return reply.redirect(address.href, 303)
}

const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()

const refused = (status: number, error: string, error_description: string): HttpReply => ({
  status,
  body: { error, error_description },
})

/** Basic authentication only, as is recommended. */
const isClient = ({ headers }: FastifyRequest): boolean => {
  const { client_id, client_secret } = canvaCredentials
  return headers.authorization === `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
}

/** `POST /oauth/token`: a code or a refresh token for access. Each works once. */
export function issueAccess(tool: DesignTool, request: FastifyRequest): HttpReply {
  if (!isClient(request)) return refused(401, 'invalid_client', 'Client authentication failed')
  const form = formOf(request)
  if (form.get('grant_type') === 'refresh_token') return renew(tool, form.get('refresh_token') ?? '')
  if (form.get('grant_type') !== 'authorization_code')
    return refused(400, 'unsupported_grant_type', 'The grant type is not supported')
  const code = form.get('code') ?? ''
  const grant = tool.codes.get(code)
  tool.codes.delete(code)
  return grant && isValid(grant, form, tool.sandbox.now())
    ? giveTokens(tool, {
        account: grant.person,
        scope: grant.scope,
        login: code,
        return_url: grant.redirectUri.replace(/\/callback$/, '/return'),
      })
    : refused(400, 'invalid_grant', 'The code is invalid, expired or was used')
}

const isValid = (grant: CodeGrant, form: URLSearchParams, now: number): boolean =>
  grant.expiresAt > now &&
  grant.redirectUri === form.get('redirect_uri') &&
  createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url') === grant.challenge

type Login = { account: string; scope: string; login: string; return_url: string }

function giveTokens({ sandbox }: DesignTool, login: Login): HttpReply {
  const now = sandbox.now()
  const give = (use: 'access' | 'refresh', lifeMs: number): string => {
    const id = `${use === 'access' ? 'ey' : 'rt'}${randomBytes(90).toString('base64url')}`
    const expires_at = now + lifeMs
    sandbox.store.put('design_token', {
      id,
      use,
      expires_at,
      created_at: now,
      network: 'canva',
      state: 'active',
      ...login,
    })
    return id
  }
  const body = {
    access_token: give('access', accessLifeS * 1000),
    refresh_token: give('refresh', refreshLifeMs),
    token_type: 'Bearer',
    expires_in: accessLifeS,
    scope: login.scope,
  }
  return { status: 200, headers: { 'cache-control': 'no-store' }, body }
}

/** A refresh token that is used a second time ends the login: somebody may have stolen it. */
function renew(tool: DesignTool, text: string): HttpReply {
  const { store, now } = tool.sandbox
  const token = store.get('design_token', text)
  if (token?.use === 'refresh' && token.state === 'used') endLogin(tool, token.login)
  if (token?.use !== 'refresh' || token.state !== 'active' || token.expires_at <= now())
    return refused(400, 'invalid_grant', 'The refresh token is invalid, expired or was used')
  store.put('design_token', { ...token, state: 'used' })
  const { account, scope, login, return_url } = token
  return giveTokens(tool, { account, scope, login, return_url })
}

export function endLogin({ sandbox: { store } }: DesignTool, login: string): void {
  for (const token of store.list('design_token'))
    if (token.login === login) store.put('design_token', { ...token, state: 'revoked' })
}

/** `POST /oauth/revoke`: ends a token and its whole login. */
export function revokeAccess(tool: DesignTool, request: FastifyRequest): HttpReply {
  if (!isClient(request)) return refused(401, 'invalid_client', 'Client authentication failed')
  const token = tool.sandbox.store.get('design_token', formOf(request).get('token') ?? '')
  if (token) endLogin(tool, token.login)
  return { status: 200, body: {} }
}
