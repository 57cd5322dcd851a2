import type { Troubles } from '../publish.ts'
import { twitterErrorAnswer, twitterFaults } from './errors.ts'

/** X's wording of the troubles every network has. */
export function twitterTroubles(now: () => number): Troubles {
  return {
    serverError: () => twitterErrorAnswer(twitterFaults.serviceDown),
    rateLimited: retryAfter => {
      const limited = twitterErrorAnswer(twitterFaults.tooMany)
      if (retryAfter === undefined) return limited
      const reset = String(Math.ceil(now() / 1000) + retryAfter)
      const headers = {
        'retry-after': String(retryAfter),
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': reset,
      }
      return { ...limited, headers }
    },
    expired: () => twitterErrorAnswer(twitterFaults.badToken),
    revoked: () => twitterErrorAnswer(twitterFaults.unauthorized('the token was revoked (ordered fault)')),
  }
}
