import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { appCredentials } from '../platform/app-credentials.ts'
import type { LoginStep, SandboxAccount, Token } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { findTokenOwner } from '../platform/tokens.ts'
import { TwitterError, twitterFaults } from './errors.ts'
import { type Parameter, parseAuthorization, sign, signatureBase } from './signature.ts'

const timestampWindowMs = 300_000

/** The owner of the call's nonces, and the secret of the token that signed it. */
type Signer = { owner: string; secret: string | undefined }

/**
 * Verifies a signed call and returns its OAuth parameters. The signature is recomputed, and each nonce works once. `signerOf` finds the
 * owner of a token.
 */
function verify(
  sandbox: Sandbox,
  request: FastifyRequest,
  signerOf: (token: string) => Signer | undefined,
): Map<string, string> {
  const oauth = readOauth(request)
  if (!oauth) throw unauthorized('no OAuth 1.0a parameters')
  const { consumer_key: consumerKey, consumer_secret: consumerSecret } = appCredentials.twitter
  if (oauth.get('oauth_consumer_key') !== consumerKey) throw unauthorized('unknown consumer key')
  if (oauth.get('oauth_signature_method') !== 'HMAC-SHA1')
    throw unauthorized('signature method must be HMAC-SHA1')
  checkTimestamp(oauth.get('oauth_timestamp'), sandbox.now())
  const signer = signerOf(oauth.get('oauth_token') ?? '')
  if (!signer) throw new TwitterError(twitterFaults.badToken)
  const signed = {
    method: request.method,
    url: addressOf(request),
    parameters: signedParameters(request),
  }
  const expected = sign(signed, consumerSecret, signer.secret)
  if (!isEqual(expected, oauth.get('oauth_signature') ?? '')) {
    throw unauthorized(`signature does not match the base string ${signatureBase(signed)}`)
  }
  consumeNonce(sandbox, signer.owner, oauth.get('oauth_nonce') ?? '', oauth.get('oauth_timestamp') ?? '')
  return oauth
}

/** The user and the token that signed the call. */
export function authenticate(
  sandbox: Sandbox,
  request: FastifyRequest,
): { account: SandboxAccount; token: Token } {
  const known = findTokenOwner(sandbox, readOauth(request)?.get('oauth_token') ?? '', ['twitter'])
  verify(sandbox, request, () => known && { owner: known.account.id, secret: known.token.secret })
  if (known?.token.state !== 'active') throw new TwitterError(twitterFaults.badToken)
  return known
}

/** Verifies a call signed by the app alone, before anyone has granted access. */
export function authenticateApp(sandbox: Sandbox, request: FastifyRequest): Map<string, string> {
  return verify(sandbox, request, token => (token === '' ? { owner: 'app', secret: '' } : undefined))
}

/** Verifies a call signed with a request token and finds its login. */
export function authenticateLogin(
  sandbox: Sandbox,
  request: FastifyRequest,
): { step: LoginStep; oauth: Map<string, string> } {
  const token = readOauth(request)?.get('oauth_token') ?? ''
  const step = sandbox.store.get('login_step', token)
  const isOurs = step?.network === 'twitter'
  const oauth = verify(sandbox, request, () => (isOurs ? { owner: 'app', secret: step.secret } : undefined))
  if (!isOurs) throw new TwitterError(twitterFaults.badToken)
  return { step, oauth }
}

function unauthorized(reason: string): TwitterError {
  return new TwitterError(twitterFaults.unauthorized(reason))
}

function checkTimestamp(text: string | undefined, now: number) {
  const age = Math.abs(now - Number(text) * 1000)
  if (!(age <= timestampWindowMs)) throw new TwitterError(twitterFaults.badTimestamp)
}

function addressOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.headers.host ?? ''}${request.url.split('?')[0] ?? ''}`
}

const queryOf = (request: FastifyRequest) => new URLSearchParams(request.url.split('?')[1] ?? '')
const formOf = ({ body }: FastifyRequest) => (body instanceof URLSearchParams ? body : new URLSearchParams())

/** The OAuth parameters, from the header, the form body or the query (RFC 5849, 3.5); undefined if there are none. */
function readOauth(request: FastifyRequest): Map<string, string> | undefined {
  const header = parseAuthorization(request.headers.authorization)
  if (header) return header
  for (const parameters of [formOf(request), queryOf(request)])
    if (parameters.has('oauth_signature'))
      return new Map([...parameters].filter(([name]) => name.startsWith('oauth_')))
  return undefined
}

/** The signed parameters: those of the query, the form body and the header. JSON and multipart bodies are not signed. */
function signedParameters(request: FastifyRequest): Parameter[] {
  const header = [...(parseAuthorization(request.headers.authorization) ?? [])]
  return [...queryOf(request), ...formOf(request), ...header.filter(([name]) => name !== 'realm')].filter(
    ([name]) => name !== 'oauth_signature',
  )
}

function isEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

/** A nonce is remembered only as long as its timestamp would be accepted. */
function consumeNonce(sandbox: Sandbox, account: string, nonce: string, timestamp: string) {
  if (nonce === '') throw unauthorized('no nonce')
  const { store, now } = sandbox
  const owner = { network: 'twitter' as const, account }
  const isFresh = store.transaction(() => {
    store.removeBefore('nonce', owner, now() - 2 * timestampWindowMs)
    return store.add('nonce', { ...owner, id: `${timestamp}/${nonce}`, created_at: now() })
  })
  if (!isFresh) throw unauthorized('this nonce was used before')
}

/** Throws if a fault makes reading this account's published posts fail. */
export function failIfReadBackDown(sandbox: Sandbox, account: SandboxAccount): void {
  if (sandbox.faults.takeForReadBack('twitter', account.id))
    throw new TwitterError(twitterFaults.overCapacity)
}

/** How X refuses to answer figures. */
export const figureFailures = (sandbox: Sandbox) => ({
  down: () => new TwitterError(twitterFaults.serviceDown),
  limited: (retryAfter: number | undefined) =>
    new TwitterError(twitterFaults.limited(retryAfter, sandbox.now())),
})

/** Throws if a fault makes this account's uploads fail. */
export function failIfUploadsDown(sandbox: Sandbox, account: SandboxAccount): void {
  const fault = sandbox.faults.take('prepare', 'twitter', account.id)
  if (!fault) return
  if (fault.fault === 'prepare_error') throw new TwitterError(twitterFaults.serviceDown)
  throw new TwitterError(twitterFaults.limited(fault.retry_after, sandbox.now()))
}
