import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { consentPage, refusalPage } from '../pages/consent.ts'
import { listAccounts } from '../platform/demo-accounts.ts'
import type { LoginStep, SandboxAccount } from '../platform/model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { authenticate, authenticateApp, authenticateLogin } from './call.ts'
import { TwitterError, twitterFaults } from './errors.ts'

const lifeMs = 10 * 60_000

/** In OAuth 1.0a X answers with a URL-encoded form that is labelled as HTML. */
const form = (values: Record<string, string>): HttpReply => ({
  status: 200,
  headers: { 'content-type': 'text/html;charset=utf-8' },
  body: new URLSearchParams(values).toString(),
})

const opaque = (bytes: number) => randomBytes(bytes).toString('base64url').replaceAll(/[-_]/g, 'x')

/** Step 1: a request token for the app, bound to an approved callback. */
export function issueRequestToken(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const oauth = authenticateApp(sandbox, request)
  const callback = oauth.get('oauth_callback') ?? callbackIn(request)
  if (!isApproved(callback)) throw new TwitterError(twitterFaults.callbackNotApproved)
  const step: LoginStep = {
    id: opaque(20),
    secret: opaque(24),
    network: 'twitter',
    account: '',
    created_at: sandbox.now(),
    redirect_uri: callback,
    scopes: [],
    expires_at: sandbox.now() + lifeMs,
  }
  sandbox.store.put('login_step', step)
  return form({
    oauth_token: step.id,
    oauth_token_secret: step.secret ?? '',
    oauth_callback_confirmed: 'true',
  })
}

/** Some clients put the signature in the header and the callback elsewhere. */
const callbackIn = ({ body, query }: FastifyRequest) =>
  (body instanceof URLSearchParams ? body.get('oauth_callback') : null) ??
  (query as { oauth_callback?: string }).oauth_callback ??
  ''

/** Approved callbacks are on this machine, on any port. */
function isApproved(callback: string): boolean {
  const url = URL.canParse(callback) ? new URL(callback) : undefined
  return url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
}

/** The login of a request token that the person has not answered yet. */
function findOpenStep(sandbox: Sandbox, token: string | null): LoginStep | undefined {
  const step = sandbox.store.get('login_step', token ?? '')
  const isOpen = step?.network === 'twitter' && step.verifier === undefined && step.used_at === undefined
  return isOpen && sandbox.now() < step.expires_at ? step : undefined
}

const expiredPage = () =>
  refusalPage(
    'twitter',
    'The request token for this page is invalid. It may have already been used, or expired because it is too old. Please go back to the site that sent you here and try again.',
  )

/** Step 2, the page: choose the account that grants access. On X the account itself logs in. */
export function showConsent(sandbox: Sandbox, request: FastifyRequest): string {
  const { oauth_token: token = '' } = request.query as Record<string, string>
  if (!findOpenStep(sandbox, token)) return expiredPage()
  return consentPage({
    network: 'twitter',
    action: '/x/oauth/authorize',
    hidden: { oauth_token: token },
    identities: users(sandbox).map(({ id, name, handle, logo }) => ({ id, name, about: `@${handle}`, logo })),
    permissions: [
      'See this account’s posts, profile and followers',
      'Publish posts, photos and videos, and reply to its own posts',
      'See how often its posts are read, liked, replied to and shared',
    ],
    cancel: 'Cancel and return to Galley',
  })
}

function users(sandbox: Sandbox): SandboxAccount[] {
  return listAccounts(sandbox.store).filter(({ network }) => network === 'twitter')
}

/** Step 2, the answer: where to redirect the browser, or an error page if the token is too old. The callback's own query is kept. */
export function decide(sandbox: Sandbox, request: FastifyRequest): { location: string } | { page: string } {
  const answer = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const step = findOpenStep(sandbox, answer.get('oauth_token'))
  if (!step) return { page: expiredPage() }
  const callback = new URL(step.redirect_uri)
  const user = users(sandbox).find(({ id }) => id === answer.get('person'))
  if (answer.get('decision') === 'deny' || !user) {
    sandbox.store.put('login_step', { ...step, used_at: sandbox.now() })
    callback.searchParams.set('denied', step.id)
    return { location: callback.href }
  }
  const verifier = opaque(24)
  sandbox.store.put('login_step', { ...step, account: user.id, verifier })
  callback.searchParams.set('oauth_token', step.id)
  callback.searchParams.set('oauth_verifier', verifier)
  return { location: callback.href }
}

/** Step 3: exchanges the request token for an access token, once, and only with the verifier from the redirect. */
export function issueAccessToken(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const { step, oauth } = authenticateLogin(sandbox, request)
  const isGood = step.used_at === undefined && sandbox.now() < step.expires_at
  if (!isGood || sandbox.faults.take('login', 'twitter', step.account))
    throw new TwitterError(twitterFaults.badToken)
  const given = oauth.get('oauth_verifier') ?? verifierIn(request)
  if (step.verifier === undefined || given !== step.verifier)
    throw new TwitterError(twitterFaults.couldNotAuthenticate)
  const { store } = sandbox
  const user = store.get('account', step.account)
  if (!user) throw new TwitterError(twitterFaults.badToken)
  const token = store.transaction(() => {
    store.put('login_step', { ...step, used_at: sandbox.now() })
    return issueToken(sandbox, user)
  })
  return form({
    oauth_token: token.id,
    oauth_token_secret: token.secret ?? '',
    user_id: user.id,
    screen_name: user.handle,
  })
}

/** Some clients send the verifier separately from the other parameters. */
const verifierIn = ({ body, query }: FastifyRequest) =>
  (body instanceof URLSearchParams ? body.get('oauth_verifier') : null) ??
  (query as { oauth_verifier?: string }).oauth_verifier

/** A user and an app have the same access token until it is revoked. */
function issueToken({ store, now }: Sandbox, { id: account }: SandboxAccount) {
  const known = store.list('token', { network: 'twitter', account }).find(({ state }) => state === 'active')
  if (known) return known
  const token = {
    id: `${account}-${opaque(22)}`,
    secret: opaque(33),
    network: 'twitter' as const,
    account,
    created_at: now(),
    state: 'active' as const,
  }
  store.put('token', token)
  return token
}

/** The app invalidates its own access token. */
export function invalidateToken(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const { token } = authenticate(sandbox, request)
  sandbox.store.put('token', { ...token, state: 'revoked' })
  return { status: 200, body: { access_token: token.id } }
}
