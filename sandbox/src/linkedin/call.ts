import type { FastifyRequest } from 'fastify'
import type { Account } from '../model.ts'
import type { Sandbox } from '../sandbox.ts'
import { bearerToken, identify } from '../tokens.ts'
import { accessDenied, invalid, LinkedinError, serviceDown, tokenFaults } from './errors.ts'

/** The first version still served in the autumn of 2026. The newest is the present month's. */
const oldestVersion = '202510'

/** The account whose token this is. Throws what LinkedIn answers to a bad one. */
export function authenticate(sandbox: Sandbox, request: FastifyRequest): Account {
  const text = bearerToken(request.headers.authorization)
  if (!text) throw new LinkedinError(tokenFaults.missing)
  const known = identify(sandbox, text, ['linkedin'])
  if (!known) throw new LinkedinError(tokenFaults.unreadable)
  if (known.token.state !== 'active') throw new LinkedinError(tokenFaults[known.token.state])
  return known.account
}

/** The headers every `/rest` call must carry. */
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
}

/** A URN in a path must be percent-encoded: a raw colon is a syntax error to Rest.li. */
export function urnInPath(request: FastifyRequest): string {
  const { urn = '' } = request.params as { urn?: string }
  const raw = request.url.split('?')[0] ?? ''
  if (raw.includes('urn:li:')) {
    throw new LinkedinError({ status: 400, message: 'Syntax exception in path variables' })
  }
  return urn
}

/** The organization behind a URN, when the token administers it. */
export function ownOrganization(account: Account, urn: unknown, resource: string): void {
  if (typeof urn !== 'string') throw invalid('MISSING_FIELD', 'author :: field is required but not found')
  if (!/^urn:li:organization:\d+$/.test(urn)) {
    throw invalid('INVALID_URN_TYPE', `${urn} is not an organization the caller may act for`)
  }
  if (urn !== organizationUrn(account)) throw accessDenied(resource)
}

export function organizationUrn(account: Pick<Account, 'id'>): string {
  return `urn:li:organization:${account.id}`
}

/** Throws when the reading of published posts has been switched off for this account. */
export function refuseWhenReadBackIsDown(sandbox: Sandbox, account: Account): void {
  if (sandbox.faults.takeForReadBack('linkedin', account.id)) throw new LinkedinError(serviceDown)
}
