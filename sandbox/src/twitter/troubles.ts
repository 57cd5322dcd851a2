import type { Troubles } from '../platform/publish.ts'
import { twitterErrorAnswer, twitterFaults } from './errors.ts'

/** X's wording of the troubles every network has. */
export function twitterTroubles(now: () => number): Troubles {
  return {
    serverError: () => twitterErrorAnswer(twitterFaults.serviceDown),
    rateLimited: retryAfter => twitterErrorAnswer(twitterFaults.limited(retryAfter, now())),
    expired: () => twitterErrorAnswer(twitterFaults.badToken),
    revoked: () => twitterErrorAnswer(twitterFaults.unauthorized('the token was revoked (ordered fault)')),
  }
}
