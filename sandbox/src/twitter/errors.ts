import type { Answer } from '../sandbox.ts'

/** A v2 problem object, or the older list of coded errors: both are still sent. */
export type TwitterFault = { status: number; body: Record<string, unknown>; reason?: string }

/** Thrown wherever a call to X goes wrong. `reason` goes into a header that only the sandbox has. */
export class TwitterError extends Error {
  readonly fault: TwitterFault
  constructor(fault: TwitterFault) {
    super(fault.reason ?? String(fault.body.detail ?? fault.status))
    this.fault = fault
  }
}

export function twitterErrorAnswer({ status, body, reason }: TwitterFault): Answer {
  return { status, headers: reason === undefined ? {} : { 'x-sandbox-reason': reason }, body }
}

function problem(status: number, title: string, detail = title): TwitterFault {
  return { status, body: { title, detail, type: 'about:blank', status } }
}

function coded(status: number, code: number, message: string): TwitterFault {
  return { status, body: { errors: [{ code, message }] } }
}

export const twitterFaults = {
  unauthorized: (reason: string) => ({ ...problem(401, 'Unauthorized'), reason }),
  badTimestamp: coded(401, 135, 'Timestamp out of bounds.'),
  badToken: coded(401, 89, 'Invalid or expired token.'),
  notPermitted: problem(403, 'Forbidden', 'You are not permitted to perform this action.'),
  duplicate: problem(403, 'Forbidden', 'You are not allowed to create a Tweet with duplicate content.'),
  tooLarge: { status: 413, body: {} },
  tooMany: problem(429, 'Too Many Requests'),
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
  /** Answered with 200 by lookups, beside or instead of `data`. */
  notFound: (id: string): TwitterFault => ({
    status: 200,
    body: {
      errors: [
        {
          value: id,
          detail: `Could not find tweet with id: [${id}].`,
          title: 'Not Found Error',
          resource_type: 'tweet',
          parameter: 'id',
          resource_id: id,
          type: 'https://api.twitter.com/2/problems/resource-not-found',
        },
      ],
    },
  }),
}
