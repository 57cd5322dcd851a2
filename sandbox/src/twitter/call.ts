import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { appCredentials } from '../platform/app-credentials.ts'
import type { Account, LoginStep, Token } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { findTokenOwner } from '../platform/tokens.ts'
import { TwitterError, twitterFaults } from './errors.ts'
import { type Parameter, parseAuthorization, sign, signatureBase } from './signature.ts'

const timestampWindowMs = 300_000

/** Whose nonces the call spends, and the secret of the token that it is signed with. */
type Signer = { owner: string; secret: string | undefined }

/**
 * The parameters of a signed call. The signature is recomputed, and each nonce is taken once. `signerOf` tells whose the token is;
 * undefined when it is nobody's.
 */
function verify(
  sandbox: Sandbox,
  request: FastifyRequest,
  signerOf: (token: string) => Signer | undefined,
): Map<string, string> {
  const oauth = parseAuthorization(request.headers.authorization)
  if (!oauth) throw unauthorized('no OAuth 1.0a authorization header')
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
    parameters: signedParameters(request, oauth),
  }
  const expected = sign(signed, consumerSecret, signer.secret)
  if (!isEqual(expected, oauth.get('oauth_signature') ?? '')) {
    throw unauthorized(`signature does not match the base string ${signatureBase(signed)}`)
  }
  consumeNonce(sandbox, signer.owner, oauth.get('oauth_nonce') ?? '', oauth.get('oauth_timestamp') ?? '')
  return oauth
}

/** The user who signed the call, and with which token. */
export function authenticate(sandbox: Sandbox, request: FastifyRequest): { account: Account; token: Token } {
  const known = findTokenOwner(
    sandbox,
    parseAuthorization(request.headers.authorization)?.get('oauth_token') ?? '',
    ['twitter'],
  )
  verify(sandbox, request, () => known && { owner: known.account.id, secret: known.token.secret })
  if (known?.token.state !== 'active') throw new TwitterError(twitterFaults.badToken)
  return known
}

/** A call signed by the app alone, before anybody has said yes. */
export function authenticateApp(sandbox: Sandbox, request: FastifyRequest): Map<string, string> {
  return verify(sandbox, request, token => (token === '' ? { owner: 'app', secret: '' } : undefined))
}

/** A call signed with a request token: the login under way that it belongs to. */
export function authenticateLogin(
  sandbox: Sandbox,
  request: FastifyRequest,
): { step: LoginStep; oauth: Map<string, string> } {
  const token = parseAuthorization(request.headers.authorization)?.get('oauth_token') ?? ''
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

/** JSON and multipart bodies are not part of the signature. */
function signedParameters(request: FastifyRequest, oauth: Map<string, string>): Parameter[] {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '')
  const form = request.body instanceof URLSearchParams ? [...request.body] : []
  const header = [...oauth].filter(([name]) => name !== 'oauth_signature' && name !== 'realm')
  return [...query, ...form, ...header]
}

function isEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

/** A nonce must be remembered only as long as its timestamp is accepted. */
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

/** Throws when the reading of published posts has been switched off for this account. */
export function failIfReadBackDown(sandbox: Sandbox, account: Account): void {
  if (sandbox.faults.takeForReadBack('twitter', account.id))
    throw new TwitterError(twitterFaults.overCapacity)
}

/** Throws when uploads have been made to fail for this account. */
export function failUploadIfOrdered(sandbox: Sandbox, account: Account): void {
  const fault = sandbox.faults.take('prepare', 'twitter', account.id)
  if (!fault) return
  if (fault.fault === 'prepare_error') throw new TwitterError(twitterFaults.serviceDown)
  throw new TwitterError(twitterFaults.limited(fault.retry_after, sandbox.now()))
}
