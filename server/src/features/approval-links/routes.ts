import * as contract from '#domain/approval-links/contract.ts'
import { codeLimits } from '#domain/approval-links/lifetime.ts'
import { type LimitedCall, linkRoute, projectRoute, type Route } from '#server/platform/http/route.ts'
import { approveByLink } from './approve-by-link.ts'
import { confirmDevice } from './confirm-device.ts'
import { createApprovalLink } from './create-approval-link.ts'
import { listApprovalLinks } from './list-approval-links.ts'
import { openApprovalLink } from './open-approval-link.ts'
import { requestRevisionByLink } from './request-revision-by-link.ts'
import { revokeApprovalLinks } from './revoke-approval-links.ts'
import { sendDeviceCode } from './send-device-code.ts'
import { undoByLink } from './undo-by-link.ts'

/** A whole office decides from one address; guessing a secret needs more than lifetimes all the same. */
const perMinute = () => 300

/** The largest picture that a conversation takes, as for people who are signed in. */
const pictures = { maxFileBytes: 10_000_000 }

/** Of the person in this project, whatever link and device they use. */
const limitedTo =
  (what: string, times: number, minutes: number) =>
  (_input: unknown, { person }: LimitedCall) => ({
    subject: `${what} of ${person?.userId} in ${person?.byLink?.projectId}`,
    ...{ times, minutes },
  })

export const approvalLinkRoutes: readonly Route[] = [
  projectRoute(contract.listApprovalLinks, listApprovalLinks),
  projectRoute(contract.createApprovalLink, createApprovalLink),
  projectRoute(contract.revokeApprovalLinks, revokeApprovalLinks),
  linkRoute(contract.openApprovalLink, openApprovalLink, { perMinute, anyDevice: true }),
  linkRoute(contract.sendDeviceCode, sendDeviceCode, {
    ...{ perMinute, anyDevice: true },
    limit: limitedTo('device codes', codeLimits.mailsPerHour, 60),
  }),
  linkRoute(contract.confirmDevice, confirmDevice, {
    ...{ perMinute, anyDevice: true },
    limit: limitedTo('device code tries', codeLimits.triesPerDay, 24 * 60),
  }),
  linkRoute(contract.approveByLink, approveByLink, { perMinute }),
  linkRoute(contract.undoByLink, undoByLink, { perMinute }),
  linkRoute(contract.requestRevisionByLink, requestRevisionByLink, { perMinute, ...pictures }),
]
