import type { Troubles } from '../publish.ts'
import type { Sandbox } from '../sandbox.ts'
import { GraphError, type GraphFault, graphErrorAnswer, serviceDown, tokenFaults } from './errors.ts'

/** Meta's wording of the troubles every network has. */
export function graphTroubles(sandbox: Sandbox): Troubles {
  const answer = (fault: GraphFault) => graphErrorAnswer(fault, sandbox.ids.trace())
  return {
    serverError: () => answer(serviceDown),
    rateLimited: retryAfter => {
      const limited = answer({
        message: '(#4) Application request limit reached',
        code: 4,
        status: 429,
        transient: true,
      })
      return retryAfter === undefined
        ? limited
        : { ...limited, headers: { ...limited.headers, 'retry-after': String(retryAfter) } }
    },
    expired: () => answer(tokenFaults.expired),
    revoked: () => answer(tokenFaults.revoked),
  }
}

/** Throws when the reading of published posts has been switched off for this account. */
export function refuseWhenReadBackIsDown(
  sandbox: Sandbox,
  network: 'facebook' | 'instagram',
  account: string,
) {
  if (sandbox.faults.takeForReadBack(network, account)) throw new GraphError(serviceDown)
}
