import type { NetworkFailures } from '../platform/publish.ts'
import type { HttpReply } from '../platform/sandbox.ts'

/** How LinkedIn reports the failures that every network can have. */
export const linkedinFailures: NetworkFailures = {
  serverError: () => linkedinErrorReply(serviceDown),
  rateLimited: retryAfter => {
    const { fault, headers } = rateLimited(retryAfter)
    return linkedinErrorReply(fault, headers)
  },
  expired: () => linkedinErrorReply(tokenFaults.expired),
  revoked: () => linkedinErrorReply(tokenFaults.revoked),
}

export type LinkedinFault = { status: number; message: string; code?: string; serviceErrorCode?: number }

/** Thrown by any failing LinkedIn call; the error handler turns it into LinkedIn's envelope. */
export class LinkedinError extends Error {
  readonly fault: LinkedinFault
  readonly headers: Record<string, string>
  constructor(fault: LinkedinFault, headers: Record<string, string> = {}) {
    super(fault.message)
    this.fault = fault
    this.headers = headers
  }
}

export function linkedinErrorReply(fault: LinkedinFault, headers: Record<string, string> = {}): HttpReply {
  return { status: fault.status, headers, body: fault }
}

/** LinkedIn sends no Retry-After; the sandbox does if the fault has one. */
export function rateLimited(retryAfter: number | undefined): LinkedinError {
  const message = 'Resource level throttle limit for calls to this resource is reached'
  const headers: Record<string, string> = {}
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter)
  return new LinkedinError({ message, status: 429, code: 'TOO_MANY_REQUESTS' }, headers)
}

/** A daily limit, without a word of when it ends (docs/product/linkedin.md "Limits of calls"). */
export function dayIsUsed(level: 'APPLICATION' | 'APPLICATION_AND_MEMBER'): LinkedinError {
  const message = `Resource level throttle ${level} DAY limit for calls to this resource is reached.`
  return new LinkedinError({ message, status: 429, code: 'TOO_MANY_REQUESTS' })
}

export const tokenFaults = {
  missing: { message: 'Empty oauth2_access_token', serviceErrorCode: 401, status: 401 },
  unreadable: { serviceErrorCode: 65600, message: 'Invalid access token', status: 401 },
  revoked: {
    status: 401,
    serviceErrorCode: 65601,
    code: 'REVOKED_ACCESS_TOKEN',
    message: 'The token used in the request has been revoked by the user',
  },
  expired: {
    status: 401,
    serviceErrorCode: 65601,
    code: 'EXPIRED_ACCESS_TOKEN',
    message: 'The token used in the request has expired',
  },
} satisfies Record<string, LinkedinFault>

export const serviceDown: LinkedinFault = {
  status: 500,
  code: 'INTERNAL_SERVER_ERROR',
  message: 'Internal Server Error',
}

export function invalid(code: string, message: string): LinkedinError {
  return new LinkedinError({ status: 400, code, message })
}

export function notFound(message: string): LinkedinError {
  return new LinkedinError({ status: 404, code: 'NOT_FOUND', message })
}

export function accessDenied(resource: string): LinkedinError {
  const message = `Not enough permissions to access: ${resource}`
  return new LinkedinError({ status: 403, serviceErrorCode: 100, code: 'ACCESS_DENIED', message })
}
