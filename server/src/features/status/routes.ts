import * as contract from '#domain/status/contract.ts'
import { personRoute, publicRoute, type Route } from '#server/platform/http/route.ts'
import { getPublicStatus } from './get-public-status.ts'
import { getStatus } from './get-status.ts'
import { retryFailedMail } from './retry-failed-mail.ts'

/** An office whose page renews itself on every desk has one address. */
const PUBLIC_PER_MINUTE = 300

export const statusRoutes: readonly Route[] = [
  personRoute(contract.getStatus, getStatus),
  personRoute(contract.retryFailedMail, retryFailedMail),
  publicRoute(contract.getPublicStatus, getPublicStatus, {
    perMinute: () => PUBLIC_PER_MINUTE,
    ownTransactions: true,
  }),
]
