import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describePermissions, requestedScopes } from '../meta/permissions.ts'
import { issueUserToken } from '../meta/tokens.ts'
import { consentPage, refusalPage } from '../pages/consent.ts'
import { appCredentials } from '../platform/app-credentials.ts'
import { listPeople } from '../platform/demo-accounts.ts'
import type { Person } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'

const codeLifeMs = 10 * 60_000
const script = (name: string) => readFileSync(new URL(`./${name}.js`, import.meta.url), 'utf8')
const sdk = script('sdk')
const handOver = script('hand-over')

type Params = Record<string, string>
type LoginDecision = { person: Person | undefined; scopes: string[]; declined: string[] }

/** The login script, and the dialog that it opens or that an app redirects to. */
export function registerDialog(app: FastifyInstance, sandbox: Sandbox): void {
  // Any page may load the script.
  const anybody = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' }
  app.get('/sdk.js', (_request, reply) => reply.headers(anybody).type('text/javascript').send(sdk))
  app.get('/hand-over.js', (_request, reply) => reply.type('text/javascript').send(handOver))
  app.get('/:version/dialog/oauth', (request, reply) => {
    const params = request.query as Params
    return refuseDialog(request, reply, params) ?? show(reply, showConsent(sandbox, params), params)
  })
  app.post('/:version/dialog/oauth', (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const params: Params = Object.fromEntries(form)
    return refuseDialog(request, reply, params) ?? answerDialog(sandbox, reply, params)
  })
}

/** Where the person's decision is sent: the app's redirect URL, or the origin of the page that opened the popup. */
const targetOf = ({ origin, redirect_uri: address }: Params) => address ?? origin ?? ''

function refuseDialog(request: FastifyRequest, reply: FastifyReply, params: Params) {
  const { version } = request.params as { version: string }
  const text = !/^v\d+\.\d+$/.test(version)
    ? `The version "${version}" is not one of the Graph API.`
    : params.client_id !== appCredentials.facebook.app_id
      ? 'Invalid App ID: The provided app ID does not look like a valid app ID.'
      : !URL.canParse(targetOf(params))
        ? 'URL Blocked: The redirect URI is missing or is no address.'
        : !requestedScopes(params)
          ? 'Invalid parameter: The app has no login configuration of this config_id.'
          : undefined
  return text && show(reply.code(400), refusalPage('facebook', text), {})
}

function show(reply: FastifyReply, page: string, params: Params) {
  const target = URL.canParse(targetOf(params)) ? ` ${new URL(targetOf(params)).origin}` : ''
  const policy = [
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; base-uri 'none'",
    `form-action 'self'${target}`,
  ]
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy.join('; '))
    .header('cache-control', 'no-store')
    .send(page)
}

function showConsent(sandbox: Sandbox, params: Params): string {
  const identities = listPeople(sandbox.store, 'facebook').map(person => {
    const { id, name, email } = person
    return { id, name, about: `${email} · ${describePages(person)}` }
  })
  return consentPage({
    network: 'facebook',
    action: '',
    hidden: params,
    identities,
    permissions: describePermissions(requestedScopes(params) ?? []),
    cancel: 'Not now',
  })
}

const countPages = (count: number) => (count === 1 ? '1 page' : `${count} pages`)

/** A person's pages, as the dialog describes them. Pages through a business count only for people who have no others. */
function describePages({ administers, businesses = [] }: Person): string {
  if (administers.length > 0) return countPages(administers.length)
  const shared = new Set(businesses.flatMap(({ assigned }) => assigned))
  return shared.size === 0 ? 'no pages' : `${countPages(shared.size)}, only through a business`
}

/** `declined` lists permissions that the person unticks; the consent page itself grants all or none. */
function answerDialog(sandbox: Sandbox, reply: FastifyReply, params: Params) {
  const person = sandbox.store.get('person', params.person ?? '')
  const requested = requestedScopes(params) ?? []
  const unticked = (params.declined ?? '').split(',')
  const isDeclined = (scope: string) => scope !== 'public_profile' && unticked.includes(scope)
  const decision: LoginDecision = {
    person: params.decision === 'deny' ? undefined : person,
    scopes: requested.filter(scope => !isDeclined(scope)),
    declined: requested.filter(isDeclined),
  }
  if (params.redirect_uri) return reply.redirect(redirectAddress(sandbox, params, decision), 303)
  return show(reply, answerPage(loginResponse(sandbox, params, decision), params.origin ?? ''), params)
}

/** The response that `FB.login` passes to its callback. */
function loginResponse(sandbox: Sandbox, params: Params, { person, scopes, declined }: LoginDecision) {
  if (!person) return { status: 'unknown', authResponse: null }
  const token = issueUserToken(sandbox, { person, scopes, declined }, 'short_lived')
  const seconds = Math.floor(sandbox.now() / 1000)
  const authResponse = {
    accessToken: token.id,
    userID: person.id,
    expiresIn: Math.floor((token.expires_at ?? 0) / 1000) - seconds,
    signedRequest: signedRequest({ user_id: person.id, algorithm: 'HMAC-SHA256', issued_at: seconds }),
    graphDomain: 'facebook',
    data_access_expiration_time: seconds + 90 * 86_400,
    ...(params.return_scopes && { grantedScopes: scopes.join(',') }),
  }
  return { status: 'connected', authResponse }
}

function signedRequest(payload: Record<string, unknown>): string {
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url')
  const signature = createHmac('sha256', appCredentials.facebook.app_secret).update(text).digest('base64url')
  return `${signature}.${text}`
}

function answerPage(answer: unknown, origin: string): string {
  const json = JSON.stringify({ answer, origin }).replaceAll('<', '\\u003c')
  return `<!doctype html><meta charset="utf-8"><title>Log in to Facebook</title>
<p>You may close this window.</p><script type="application/json" id="answer">${json}</script>
<script src="/graph/hand-over.js"></script>`
}

function redirectAddress(sandbox: Sandbox, params: Params, { person, scopes }: LoginDecision): string {
  const address = new URL(params.redirect_uri ?? '')
  const add = (values: Params) => {
    for (const [name, value] of Object.entries(values)) address.searchParams.set(name, value)
  }
  if (person) {
    const code = sandbox.ids.trace() + sandbox.ids.file()
    const now = sandbox.now()
    sandbox.store.put('login_step', {
      id: code,
      network: 'facebook',
      account: person.id,
      person: person.id,
      created_at: now,
      redirect_uri: params.redirect_uri ?? '',
      scopes,
      expires_at: now + codeLifeMs,
    })
    add({ code })
  } else {
    const description = 'Permissions error'
    add({ error: 'access_denied', error_code: '200', error_description: description })
    add({ error_reason: 'user_denied' })
  }
  if (params.state !== undefined) add({ state: params.state })
  return address.href
}
