import * as contract from '#domain/billing/contract.ts'
import type { Config } from '#server/config.ts'
import { personRoute, type Route } from '#server/platform/http/route.ts'
import { addCard } from './add-card.ts'

export const billingRoutes: readonly Route[] = [
  // Scripts test stolen cards from accounts made for it, so this is limited like signing in.
  personRoute(contract.addCard, addCard, {
    ownTransactions: true,
    perMinute: (config: Config) => config.SIGN_IN_PER_MINUTE,
  }),
]
