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

/** How Meta refuses to answer figures. */
export const graphFigureFailures = {
  down: () => new GraphError(serviceDown),
  limited: (retryAfter: number | undefined) =>
    new GraphError({ ...rateLimit, ...(retryAfter !== undefined && { retryAfter }) }),
}

/** Throws if a fault makes this account's uploads fail. */
export function failIfUploadsDown(sandbox: Sandbox, network: 'facebook' | 'instagram', account: string) {
  const fault = sandbox.faults.take('prepare', network, account)
  if (fault?.fault === 'prepare_error') throw new GraphError(serviceDown)
  if (fault)
    throw new GraphError({ ...rateLimit, ...(fault.retry_after && { retryAfter: fault.retry_after }) })
}

/** Throws if a fault makes reading this account's permalinks fail. */
export function failIfPermalinkDown(sandbox: Sandbox, network: 'facebook' | 'instagram', account: string) {
  if (sandbox.faults.take('permalink', network, account)) throw new GraphError(serviceDown)
}

/** Throws if a fault makes reading this account's published posts fail. */
export function failIfReadBackDown(sandbox: Sandbox, network: 'facebook' | 'instagram', account: string) {
  if (sandbox.faults.takeForReadBack(network, account)) throw new GraphError(serviceDown)
}
