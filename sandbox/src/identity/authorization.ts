import type { FastifyReply, FastifyRequest } from 'fastify'
import { consentPolicy } from '../pages/consent.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import type { ProviderMemory } from './codes.ts'
import { chooserPage, identityRefusalPage, postingPage, postingPolicy } from './pages.ts'
import { type IdentityPerson, identityPeople } from './people.ts'
import { type IdentityProvider, isRegistered } from './provider.ts'

const codeLifeMs = 5 * 60_000

export type Identity = {
  readonly sandbox: Sandbox
  readonly provider: IdentityProvider
  readonly memory: ProviderMemory
}
type AuthorizationRequest = {
  readonly redirectUri: string
  readonly scope: string
  readonly params: URLSearchParams
}

/** Reads the authorization request, or returns why the provider shows an error page instead of redirecting. */
function readAuthorizationRequest(
  provider: IdentityProvider,
  params: URLSearchParams,
): AuthorizationRequest | string {
  if (params.get('client_id') !== provider.clientId) return 'invalid_client: The OAuth client was not found.'
  const redirectUri = params.get('redirect_uri') ?? ''
  if (!URL.canParse(redirectUri) || !isRegistered(provider, new URL(redirectUri)))
    return 'redirect_uri_mismatch: The redirect URI is not registered for this client.'
  if (params.get('response_type') !== 'code') return 'unsupported_response_type'
  const scope = params.get('scope') ?? ''
  if (provider.answersBy === 'query' && !scope.split(' ').includes('openid')) return 'invalid_scope'
  if ((params.get('response_mode') ?? 'query') !== provider.answersBy)
    return `invalid_request: response_mode must be ${provider.answersBy}.`
  const method = params.get('code_challenge_method')
  if (params.has('code_challenge') && method !== 'S256')
    return 'invalid_request: code_challenge_method must be S256.'
  return { redirectUri, scope, params }
}

function show(reply: FastifyReply, text: string, { status = 200, policy = consentPolicy } = {}) {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .send(text)
}

/** Returns to the app, by redirect or by a form. */
function returnToApp(
  { provider }: Identity,
  reply: FastifyReply,
  requested: AuthorizationRequest,
  answer: Readonly<Record<string, string>>,
) {
  const state = requested.params.get('state')
  const fields = { ...(state !== null && { state }), ...answer }
  if (provider.answersBy === 'form_post')
    return show(reply, postingPage(provider, requested.redirectUri, fields), { policy: postingPolicy })
  return reply.redirect(`${requested.redirectUri}?${new URLSearchParams(fields)}`, 303)
}

export function showChooser({ provider }: Identity, request: FastifyRequest, reply: FastifyReply) {
  const params = new URLSearchParams(request.url.split('?')[1] ?? '')
  const requested = readAuthorizationRequest(provider, params)
  if (typeof requested === 'string')
    return show(reply, identityRefusalPage(provider, requested), { status: 400 })
  const action = `/identity/${provider.name}${provider.authorizePath}`
  const people = identityPeople[provider.name]
  return show(reply, chooserPage(provider, { action, hidden: Object.fromEntries(params), people }))
}

/** The fields that each provider adds to code and state. */
function extraFields(
  { sandbox, provider, memory }: Identity,
  requested: AuthorizationRequest,
  person: IdentityPerson,
): Record<string, string> {
  if (provider.answersBy === 'query')
    return {
      iss: `${sandbox.url()}/identity/${provider.name}`,
      scope: requested.scope,
      authuser: '0',
      prompt: 'consent',
      ...(person.hostedDomain && { hd: person.hostedDomain }),
    }
  if (!memory.isFirstTime(person)) return {}
  const { givenName: firstName, familyName: lastName, email } = person
  return { user: JSON.stringify({ name: { firstName, lastName }, email }) }
}

/** Returns to the app with a code, or with the provider's error if the person cancelled. */
export function decide(identity: Identity, request: FastifyRequest, reply: FastifyReply) {
  const { sandbox, provider, memory } = identity
  const params = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const requested = readAuthorizationRequest(provider, params)
  if (typeof requested === 'string')
    return show(reply, identityRefusalPage(provider, requested), { status: 400 })
  const person = identityPeople[provider.name].find(({ sub }) => sub === params.get('person'))
  if (params.get('decision') === 'deny' || !person)
    return returnToApp(identity, reply, requested, { error: provider.denial })
  const code = memory.give({
    person,
    redirectUri: requested.redirectUri,
    scope: requested.scope,
    nonce: params.get('nonce') ?? undefined,
    challenge: params.get('code_challenge') ?? undefined,
    expiresAt: sandbox.now() + codeLifeMs,
  })
  return returnToApp(identity, reply, requested, { code, ...extraFields(identity, requested, person) })
}
