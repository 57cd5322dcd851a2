import * as contract from '#domain/status/contract.ts'
import { personRoute, type Route } from '#server/platform/http/route.ts'
import { getStatus } from './get-status.ts'
import { retryFailedMail } from './retry-failed-mail.ts'

export const statusRoutes: readonly Route[] = [
  personRoute(contract.getStatus, getStatus),
  personRoute(contract.retryFailedMail, retryFailedMail),
]
