import type { Troubles } from '../publish.ts'
import { linkedinErrorAnswer, serviceDown, tokenFaults } from './errors.ts'

/** LinkedIn's wording of the troubles every network has. It sends no Retry-After unless one is ordered. */
export const linkedinTroubles: Troubles = {
  serverError: () => linkedinErrorAnswer(serviceDown),
  rateLimited: retryAfter => {
    const message = 'Resource level throttle limit for calls to this resource is reached'
    const limited = linkedinErrorAnswer({ message, status: 429, code: 'TOO_MANY_REQUESTS' })
    return retryAfter === undefined ? limited : { ...limited, headers: { 'retry-after': String(retryAfter) } }
  },
  expired: () => linkedinErrorAnswer(tokenFaults.expired),
  revoked: () => linkedinErrorAnswer(tokenFaults.revoked),
}
