import type { NetworkFailures } from '../platform/publish.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { GraphError, type GraphFault, graphErrorReply, serviceDown, tokenFaults } from './errors.ts'

const rateLimit: GraphFault = {
  message: '(#4) Application request limit reached',
  code: 4,
  status: 429,
  transient: true,
}

/** How Meta reports the failures that every network can have. */
export function graphFailures(sandbox: Sandbox): NetworkFailures {
  const answer = (fault: GraphFault) => graphErrorReply(fault, sandbox.ids.trace())
  return {
    serverError: () => answer(serviceDown),
    rateLimited: retryAfter => answer({ ...rateLimit, ...(retryAfter !== undefined && { retryAfter }) }),
    expired: () => answer(tokenFaults.expired),
    revoked: () => answer(tokenFaults.revoked),
  }
}

/** Throws if uploads of this account are to fail. */
export function failUploadIfOrdered(sandbox: Sandbox, network: 'facebook' | 'instagram', account: string) {
  const fault = sandbox.faults.take('prepare', network, account)
  if (fault?.fault === 'prepare_error') throw new GraphError(serviceDown)
  if (fault)
    throw new GraphError({ ...rateLimit, ...(fault.retry_after && { retryAfter: fault.retry_after }) })
}

/** Throws if reading permalinks of this account is to fail. */
export function failIfPermalinkDown(sandbox: Sandbox, network: 'facebook' | 'instagram', account: string) {
  if (sandbox.faults.take('permalink', network, account)) throw new GraphError(serviceDown)
}

/** Throws if reading published posts of this account is to fail. */
export function failIfReadBackDown(sandbox: Sandbox, network: 'facebook' | 'instagram', account: string) {
  if (sandbox.faults.takeForReadBack(network, account)) throw new GraphError(serviceDown)
}
