import type { HttpReply } from '../platform/sandbox.ts'

export type GraphFault = {
  message: string
  code: number
  subcode?: number
  type?: string
  status?: number
  transient?: boolean
  title?: string
  userMessage?: string
  /** Seconds. */
  retryAfter?: number
}

/** Thrown by any failing Graph call; the error handler turns it into Meta's error object. */
export class GraphError extends Error {
  readonly fault: GraphFault
  constructor(fault: GraphFault) {
    super(fault.message)
    this.fault = fault
  }
}

/** The error object of the Graph API, with the header that token errors carry. */
export function graphErrorReply(fault: GraphFault, trace: string): HttpReply {
  const error = {
    message: fault.message,
    type: fault.type ?? 'OAuthException',
    code: fault.code,
    ...(fault.subcode !== undefined && { error_subcode: fault.subcode }),
    ...(fault.transient !== undefined && { is_transient: fault.transient }),
    ...(fault.title !== undefined && { error_user_title: fault.title }),
    ...(fault.userMessage !== undefined && { error_user_msg: fault.userMessage }),
    fbtrace_id: trace,
  }
  const challenge = `OAuth "Facebook Platform" "invalid_token" "${fault.message.replaceAll('"', "'")}"`
  return {
    status: fault.status ?? 400,
    headers: {
      ...(fault.code === 190 && { 'www-authenticate': challenge }),
      ...(fault.retryAfter !== undefined && { 'retry-after': String(fault.retryAfter) }),
    },
    body: { error },
  }
}

export function unreachableObject(id: string, method: string): GraphError {
  return new GraphError({
    message: `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
    type: 'GraphMethodException',
    code: 100,
    subcode: 33,
  })
}

export function missingParameter(name: string): GraphError {
  return new GraphError({ message: `(#100) The parameter ${name} is required.`, code: 100 })
}

export const tokenFaults = {
  missing: {
    message: 'An access token is required to request this resource.',
    code: 104,
  },
  unreadable: {
    message: 'Invalid OAuth access token - Cannot parse access token',
    code: 190,
  },
  expired: {
    message:
      'Error validating access token: Session has expired on Thursday, 29-Jul-26 10:00:00 PDT. The current time is Friday, 30-Jul-26 06:41:07 PDT.',
    code: 190,
    subcode: 463,
  },
  revoked: {
    message: 'Error validating access token: The user has not authorized application 845120739664201.',
    code: 190,
    subcode: 458,
  },
} satisfies Record<string, GraphFault>

export const serviceDown: GraphFault = {
  message: 'An unexpected error has occurred. Please retry your request later.',
  code: 2,
  status: 500,
  transient: true,
}
