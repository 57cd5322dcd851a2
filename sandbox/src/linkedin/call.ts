import type { FastifyRequest } from 'fastify'
import type { Fault, SandboxAccount, Token } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { bearerToken } from '../platform/tokens.ts'
import {
  accessDenied,
  invalid,
  LinkedinError,
  notFound,
  rateLimited,
  serviceDown,
  tokenFaults,
} from './errors.ts'
import type { Scope } from './scopes.ts'

/** The oldest version still supported in autumn 2026. The newest is the current month's. */
const oldestVersion = '202510'

/** How long a new token is refused, as on the network. */
const settlingMs = 150

/** The calling token and the organizations that it may act for. */
export type Caller = { token: Token; administers: readonly string[] }

/** The scopes that allow a call; any one of them is enough. */
export type RequiredScopes = { scopes: readonly Scope[]; resource: string }

/** Identifies the caller. @throws LinkedinError if the token is invalid or lacks the scope */
export function authenticate(sandbox: Sandbox, request: FastifyRequest, needs?: RequiredScopes): Caller {
  const text = bearerToken(request.headers.authorization)
  if (!text) throw new LinkedinError(tokenFaults.missing)
  const token = sandbox.store.get('token', text)
  if (token?.network !== 'linkedin' || token.use === 'refresh')
    throw new LinkedinError(tokenFaults.unreadable)
  const state = stateOf(token, sandbox.now())
  if (state !== 'active') throw new LinkedinError(tokenFaults[state])
  const given = token.scopes
  if (given && needs && !needs.scopes.some(scope => given.includes(scope))) throw accessDenied(needs.resource)
  const person = token.person === undefined ? undefined : sandbox.store.get('person', token.person)
  return { token, administers: token.person === undefined ? [token.account] : (person?.administers ?? []) }
}

function stateOf(token: Token, now: number): Token['state'] {
  if (token.state !== 'active') return token.state
  if (token.expires_at !== undefined && token.expires_at <= now) return 'expired'
  return token.person !== undefined && now - token.created_at < settlingMs ? 'revoked' : 'active'
}

/** Checks the headers that every `/rest` call needs, and the encoding of its URL. */
export function checkHeaders(request: FastifyRequest, now: number): void {
  const version = request.headers['linkedin-version']
  if (typeof version !== 'string') {
    throw invalid(
      'VERSION_MISSING',
      'A version must be present. Please specify a version by adding the Linkedin-Version header.',
    )
  }
  const newest = new Date(now).toISOString().slice(0, 7).replace('-', '')
  if (!/^\d{6}$/.test(version) || version < oldestVersion || version > newest) {
    const message = `Requested version ${version}01 is not active`
    throw new LinkedinError({ status: 426, code: 'NONEXISTENT_VERSION', message })
  }
  if (request.headers['x-restli-protocol-version'] !== '2.0.0') {
    throw invalid('ILLEGAL_ARGUMENT', 'X-Restli-Protocol-Version header must be 2.0.0')
  }
  // A raw colon is a syntax error to Rest.li: URNs are percent-encoded in paths and queries alike.
  if (request.url.includes('urn:li:')) {
    const place = request.url.split('?')[0]?.includes('urn:li:') ? 'path variables' : 'query parameters'
    throw new LinkedinError({ status: 400, message: `Syntax exception in ${place}` })
  }
  // With encoded brackets, Rest.li reads a list or record as plain text.
  if (/=(?:List)?%28/i.test(request.url)) {
    throw new LinkedinError({ status: 400, message: 'Syntax exception in query parameters' })
  }
}

export function urnInPath(request: FastifyRequest): string {
  return (request.params as { urn?: string }).urn ?? ''
}

export function queryOf(request: FastifyRequest): Record<string, string | undefined> {
  return request.query as Record<string, string | undefined>
}

/** The items of Rest.li's `List(a,b)`. */
export function listIn(value: string | undefined): string[] {
  const inside = value?.match(/^List\((.*)\)$/s)?.[1]
  if (inside === undefined) throw invalid('ILLEGAL_ARGUMENT', 'A list parameter is not of the form List(…)')
  return inside === '' ? [] : inside.split(',')
}

/** The `start` and `count` of a finder call. */
export function pageOf(request: FastifyRequest) {
  const { start, count } = queryOf(request)
  return { start: Number(start ?? 0) || 0, count: Math.min(Number(count ?? 10) || 10, 100) }
}

/** The organization of a URN. @throws LinkedinError if the caller does not administer it */
export function ownOrganization(
  sandbox: Sandbox,
  caller: Caller,
  urn: unknown,
  resource: string,
): SandboxAccount {
  if (typeof urn !== 'string') throw invalid('MISSING_FIELD', 'author :: field is required but not found')
  const id = urn.match(/^urn:li:organization:(\d+)$/)?.[1]
  if (id === undefined)
    throw invalid('INVALID_URN_TYPE', `${urn} is not an organization the caller may act for`)
  const account = organizationOf(sandbox, caller, id)
  if (!account) throw accessDenied(resource)
  return account
}

/** The organization with this id, if the caller administers it. */
export function organizationOf(sandbox: Sandbox, caller: Caller, id: string): SandboxAccount | undefined {
  return caller.administers.includes(id) ? sandbox.store.get('account', id) : undefined
}

/** The upload with this URN. @throws LinkedinError if the caller's organizations do not own it */
export function ownMedia(sandbox: Sandbox, caller: Caller, urn: string) {
  const media = sandbox.store.get('media', urn)
  if (media?.network !== 'linkedin' || !caller.administers.includes(media.account))
    throw notFound(`Could not find entity ${urn}`)
  return media
}

export function organizationUrn(account: { id: string }): string {
  return `urn:li:organization:${account.id}`
}

/** Throws if a fault makes reading this account's published posts fail. */
export function failIfReadBackDown(sandbox: Sandbox, account: SandboxAccount): void {
  if (sandbox.faults.takeForReadBack('linkedin', account.id)) throw new LinkedinError(serviceDown)
}

/** Throws, before anything is stored, if a fault makes this account's uploads fail. */
export function failIfUploadsDown(sandbox: Sandbox, account: SandboxAccount): void {
  const fault = sandbox.faults.take('prepare', 'linkedin', account.id)
  if (fault)
    throw fault.fault === 'prepare_limited' ? rateLimited(fault.retry_after) : new LinkedinError(serviceDown)
}

/** The active fault for processing an upload, if any. */
export function processingFault(sandbox: Sandbox, account: string): Fault['fault'] | undefined {
  return sandbox.faults.take('processing', 'linkedin', account)?.fault
}
