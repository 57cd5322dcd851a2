import { approvalLifecycle, textProposalLifecycle } from './approvals/status.ts'
import { archiveLifecycle } from './archives/status.ts'
import { invoiceLifecycle, subscriptionLifecycle } from './billing/status.ts'
import { importLifecycle } from './imports/status.ts'
import { mailLifecycle } from './kernel/mail-status.ts'
import { conversionLifecycle, mediaCopyLifecycle } from './media/status.ts'
import { firstCommentLifecycle, postSocialLifecycle } from './posts/status.ts'
import { followUpCommentLifecycle, publicationLifecycle } from './publishing/status.ts'

/**
 * Every lifecycle. Tests compare them with the columns of the database and walk each status with each event; docs/lifecycles.md is made of
 * them, and `npm run check` reports one that is missing here or that the server never applies.
 */
export const lifecycles = {
  postSocialLifecycle,
  approvalLifecycle,
  textProposalLifecycle,
  publicationLifecycle,
  firstCommentLifecycle,
  followUpCommentLifecycle,
  subscriptionLifecycle,
  invoiceLifecycle,
  conversionLifecycle,
  mediaCopyLifecycle,
  importLifecycle,
  archiveLifecycle,
  mailLifecycle,
} as const
