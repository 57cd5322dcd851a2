import type { NetworkFailures } from '../platform/publish.ts'
import type { HttpReply } from '../platform/sandbox.ts'

/** How X reports the failures that every network can have. */
export function twitterFailures(now: () => number): NetworkFailures {
  return {
    serverError: () => twitterErrorReply(twitterFaults.serviceDown),
    rateLimited: retryAfter => twitterErrorReply(twitterFaults.limited(retryAfter, now())),
    outOfCredits: () => twitterErrorReply(twitterFaults.outOfCredits),
    expired: () => twitterErrorReply(twitterFaults.badToken),
    revoked: () => twitterErrorReply(twitterFaults.unauthorized('the token was revoked (sandbox fault)')),
  }
}

/** A v2 problem object or the older list of coded errors; X sends both. */
export type TwitterFault = {
  status: number
  body: Record<string, unknown>
  reason?: string
  headers?: Record<string, string>
}

/** Thrown by any failing call to X. `reason` is sent in a header that the real X does not have. */
export class TwitterError extends Error {
  readonly fault: TwitterFault
  constructor(fault: TwitterFault) {
    super(fault.reason ?? String(fault.body.detail ?? fault.status))
    this.fault = fault
  }
}

export function twitterErrorReply({ status, body, reason, headers = {} }: TwitterFault): HttpReply {
  const hints: Record<string, string> = reason === undefined ? {} : { 'x-sandbox-reason': reason }
  return { status, headers: { ...headers, ...hints }, body }
}

/** The coded errors as XML, for clients that prefer it. */
export function xmlErrorReply(fault: TwitterFault): HttpReply {
  const errors = (fault.body.errors ?? []) as { code?: number; message?: string }[]
  const list = errors.map(({ code = 32, message = '' }) => `<error code="${code}">${message}</error>`)
  return {
    ...twitterErrorReply(fault),
    headers: { 'content-type': 'application/xml;charset=utf-8' },
    body: `<?xml version='1.0' encoding='UTF-8'?><errors>${list.join('')}</errors>`,
  }
}

function problem(status: number, title: string, detail = title): TwitterFault {
  return { status, body: { title, detail, type: 'about:blank', status } }
}

function coded(status: number, code: number, message: string): TwitterFault {
  return { status, body: { errors: [{ code, message }] } }
}

/** One entry of `errors` for an object that does not exist. */
export function notFoundError(value: string, resource = 'tweet', parameter = 'id') {
  return {
    value,
    detail: `Could not find ${resource} with ${parameter}: [${value}].`,
    title: 'Not Found Error',
    resource_type: resource,
    parameter,
    resource_id: value,
    type: 'https://api.twitter.com/2/problems/resource-not-found',
  }
}

export const twitterFaults = {
  unauthorized: (reason: string) => ({ ...problem(401, 'Unauthorized'), reason }),
  badTimestamp: coded(401, 135, 'Timestamp out of bounds.'),
  badToken: coded(401, 89, 'Invalid or expired token.'),
  couldNotAuthenticate: coded(401, 32, 'Could not authenticate you.'),
  callbackNotApproved: coded(
    403,
    415,
    'Callback URL not approved for this client application. Approved callback URLs can be adjusted in your application settings',
  ),
  notPermitted: problem(403, 'Forbidden', 'You are not permitted to perform this action.'),
  duplicate: problem(403, 'Forbidden', 'You are not allowed to create a Tweet with duplicate content.'),
  tooLong: problem(403, 'Forbidden', 'User video duration exceeded'),
  tooLarge: { status: 413, body: {} },
  tooMany: problem(429, 'Too Many Requests'),
  /** `retryAfter` in seconds; undefined leaves the headers out. */
  limited: (retryAfter: number | undefined, now: number): TwitterFault => {
    const limit = problem(429, 'Too Many Requests')
    if (retryAfter === undefined) return { ...limit, headers: { 'x-rate-limit-remaining': '0' } }
    const headers = {
      'retry-after': String(retryAfter),
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': String(Math.ceil(now / 1000) + retryAfter),
    }
    return { ...limit, headers }
  },
  /** What X answers then is not known; calls are left all the same (docs/product/twitter.md "Prices"). */
  outOfCredits: { ...problem(429, 'Too Many Requests'), headers: { 'x-rate-limit-remaining': '42' } },
  serviceDown: problem(500, 'Internal Server Error', 'Something is broken.'),
  overCapacity: problem(503, 'Service Unavailable'),
  invalid: (message: string, parameters: Record<string, unknown> = {}): TwitterFault => ({
    status: 400,
    body: {
      errors: [{ parameters, message }],
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      type: 'https://api.x.com/2/problems/invalid-request',
    },
  }),
  /** Lookups answer this with 200, beside or instead of `data`. */
  notFound: (value: string, resource = 'tweet', parameter = 'id'): TwitterFault => ({
    status: 200,
    body: { errors: [notFoundError(value, resource, parameter)] },
  }),
}
