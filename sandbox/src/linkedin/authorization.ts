import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { consentPage, consentPolicy, refusalPage } from '../pages/consent.ts'
import { appCredentials } from '../platform/app-credentials.ts'
import { listPeople } from '../platform/demo-accounts.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { isScope, scopes } from './scopes.ts'

const codeLifeMs = 30 * 60_000
const loopback = ['localhost', '127.0.0.1', '[::1]']

type AuthorizationRequest = { redirectUri: URL; state: string | undefined; scope: string[] }

/** The product is registered with its callback page on this machine, on any port. */
function isRegistered(uri: URL): boolean {
  return loopback.includes(uri.hostname) && uri.pathname === '/linkedin/callback'
}

/** Reads the authorization request, or returns why LinkedIn shows an error page instead of redirecting. */
function readAuthorizationRequest(params: URLSearchParams): AuthorizationRequest | string {
  if (params.get('client_id') !== appCredentials.linkedin.client_id)
    return 'The passed in client_id is invalid'
  const redirect = params.get('redirect_uri') ?? ''
  const redirectUri = URL.canParse(redirect) ? new URL(redirect) : undefined
  if (!redirectUri || !isRegistered(redirectUri))
    return 'The redirect_uri does not match the registered value'
  if (params.get('response_type') !== 'code') return 'The response_type is not supported: it must be code'
  const scope = (params.get('scope') ?? '').split(/[\s,]+/).filter(Boolean)
  if (scope.length === 0) return 'The scope is missing'
  return { redirectUri, state: params.get('state') ?? undefined, scope }
}

function returnAddress({ redirectUri, state }: AuthorizationRequest, answer: Record<string, string>): string {
  const address = new URL(redirectUri)
  const all = { ...answer, ...(state !== undefined && { state }) }
  for (const [name, value] of Object.entries(all)) address.searchParams.set(name, value)
  return address.href
}

function show(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', consentPolicy)
    .send(text)
}

/** The login and consent page. */
export function showAuthorization(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply) {
  const params = new URLSearchParams(request.url.split('?')[1] ?? '')
  const requested = readAuthorizationRequest(params)
  if (typeof requested === 'string') return show(reply, 400, refusalPage('linkedin', requested))
  const unknown = requested.scope.filter(scope => !isScope(scope))
  if (unknown.length > 0) {
    const description = `Scope ${unknown.map(scope => `"${scope}"`).join(', ')} is not authorized for your application`
    return reply.redirect(
      returnAddress(requested, { error: 'unauthorized_scope_error', error_description: description }),
      303,
    )
  }
  const identities = listPeople(sandbox.store, 'linkedin').map(({ id, name, administers }) => ({
    id,
    name,
    about:
      administers.length > 0
        ? `Administers ${administers.length} company pages`
        : 'Administers no company page',
  }))
  const text = consentPage({
    network: 'linkedin',
    action: '/linkedin/oauth/v2/authorization',
    hidden: Object.fromEntries(params),
    identities,
    permissions: [...new Set(requested.scope.filter(isScope).map(scope => scopes[scope]))],
    cancel: 'Cancel',
  })
  return show(reply, 200, text)
}

/** Redirects to the app with a code, or with an error if the person cancelled. */
export function decideAuthorization(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply) {
  const params = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const requested = readAuthorizationRequest(params)
  if (typeof requested === 'string') return show(reply, 400, refusalPage('linkedin', requested))
  const person = sandbox.store.get('person', params.get('person') ?? '')
  if (params.get('decision') === 'deny' || person?.network !== 'linkedin') {
    const description = 'The user cancelled LinkedIn login'
    return reply.redirect(
      returnAddress(requested, { error: 'user_cancelled_login', error_description: description }),
      303,
    )
  }
  const code = `AQT${randomBytes(96).toString('base64url')}`
  sandbox.store.put('login_step', {
    id: code,
    network: 'linkedin',
    account: person.id,
    person: person.id,
    created_at: sandbox.now(),
    redirect_uri: params.get('redirect_uri') ?? '',
    scopes: requested.scope,
    expires_at: sandbox.now() + codeLifeMs,
  })
  return reply.redirect(returnAddress(requested, { code }), 303)
}
