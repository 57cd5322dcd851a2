import type { Troubles } from '../platform/publish.ts'
import { limited, linkedinErrorAnswer, serviceDown, tokenFaults } from './errors.ts'

/** LinkedIn's wording of the troubles every network has. */
export const linkedinTroubles: Troubles = {
  serverError: () => linkedinErrorAnswer(serviceDown),
  rateLimited: retryAfter => {
    const { fault, headers } = limited(retryAfter)
    return linkedinErrorAnswer(fault, headers)
  },
  expired: () => linkedinErrorAnswer(tokenFaults.expired),
  revoked: () => linkedinErrorAnswer(tokenFaults.revoked),
}
