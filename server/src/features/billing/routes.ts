import * as contract from '#domain/billing/contract.ts'
import { personRoute, type Route } from '#server/platform/http/route.ts'
import { addCard } from './add-card.ts'

export const billingRoutes: readonly Route[] = [
  // Stolen cards are tried by machine, from accounts made for it: as many of one address as may sign in.
  personRoute(contract.addCard, addCard, {
    ownTransactions: true,
    perMinute: config => config.SIGN_IN_PER_MINUTE,
  }),
]
