import * as contract from '#domain/approval-links/contract.ts'
import { codeLimits, QUESTIONS_PER_HOUR } from '#domain/approval-links/lifetime.ts'
import {
  inReadOnly,
  type LimitedCall,
  linkRoute,
  projectRoute,
  type Route,
} from '#server/platform/http/route.ts'
import { approveByLink } from './approve-by-link.ts'
import { approveRoundsByLink } from './approve-rounds-by-link.ts'
import { askByLink } from './ask-by-link.ts'
import { chooseLanguageByLink } from './choose-language-by-link.ts'
import { confirmDevice } from './confirm-device.ts'
import { createApprovalLink } from './create-approval-link.ts'
import { getChangesByLink } from './get-changes-by-link.ts'
import { listApprovalLinks } from './list-approval-links.ts'
import { listNotesByLink } from './list-notes-by-link.ts'
import { openApprovalLink } from './open-approval-link.ts'
import { proposeWordsByLink } from './propose-words-by-link.ts'
import { requestRevisionByLink } from './request-revision-by-link.ts'
import { revokeApprovalLinks } from './revoke-approval-links.ts'
import { sendDeviceCode } from './send-device-code.ts'
import { undoApprovalsByLink } from './undo-approvals-by-link.ts'
import { undoByLink } from './undo-by-link.ts'

/** A whole office decides from one address; guessing a secret needs more than lifetimes all the same. */
const perMinute = () => 300

/** The largest picture that a conversation takes, as for people who are signed in. */
const pictures = { maxFileBytes: 10_000_000 }

/** Of the person in this project, whatever link and device they use: each of these is a mail to them. */
const mails = (_input: unknown, { person }: LimitedCall) => ({
  subject: `device codes of ${person?.userId} in ${person?.byLink?.projectId}`,
  times: codeLimits.mailsPerHour,
  minutes: 60,
})

/** For each link: somebody who has got hold of one cannot use up the tries that its owner has with another. */
const tries = (_input: unknown, { person }: LimitedCall) => ({
  subject: `device code tries of link ${person?.byLink?.linkId}`,
  times: codeLimits.triesPerDay,
  minutes: 24 * 60,
})

/** Each may be a mail to several people of the agency. */
const questions = (_input: unknown, { person }: LimitedCall) => ({
  subject: `questions of ${person?.userId} by link in ${person?.byLink?.projectId}`,
  times: QUESTIONS_PER_HOUR,
  minutes: 60,
})

export const approvalLinkRoutes: readonly Route[] = [
  projectRoute(contract.listApprovalLinks, listApprovalLinks),
  projectRoute(contract.createApprovalLink, createApprovalLink),
  projectRoute(contract.revokeApprovalLinks, revokeApprovalLinks, inReadOnly),
  linkRoute(contract.openApprovalLink, openApprovalLink, { perMinute, anyDevice: true }),
  linkRoute(contract.getChangesByLink, getChangesByLink, { perMinute }),
  linkRoute(contract.listNotesByLink, listNotesByLink, { perMinute }),
  linkRoute(contract.askByLink, askByLink, { perMinute, limit: questions }),
  linkRoute(contract.proposeWordsByLink, proposeWordsByLink, { perMinute, limit: questions }),
  linkRoute(contract.chooseLanguageByLink, chooseLanguageByLink, { ...inReadOnly, perMinute }),
  linkRoute(contract.sendDeviceCode, sendDeviceCode, {
    ...inReadOnly,
    perMinute,
    anyDevice: true,
    limit: mails,
  }),
  linkRoute(contract.confirmDevice, confirmDevice, {
    ...inReadOnly,
    perMinute,
    anyDevice: true,
    limit: tries,
  }),
  linkRoute(contract.approveByLink, approveByLink, { perMinute }),
  linkRoute(contract.approveRoundsByLink, approveRoundsByLink, { perMinute }),
  linkRoute(contract.undoByLink, undoByLink, { perMinute }),
  linkRoute(contract.undoApprovalsByLink, undoApprovalsByLink, { perMinute }),
  linkRoute(contract.requestRevisionByLink, requestRevisionByLink, { perMinute, ...pictures }),
]
