import {
  approveRound,
  checkRevisionItems,
  getApprovals,
  listApproved,
  listApprovedInRange,
  listPendingApproval,
  listPendingApprovalInRange,
  requestRevision,
  skipApproval,
  startApprovals,
  startNextRound,
  unapproveRound,
} from '#domain/approvals/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { approveOpenRound } from './approve-round.ts'
import { tickRevisionItems } from './check-revision-items.ts'
import { getApprovalsOfPost } from './get-approvals.ts'
import { listApprovedPosts } from './list-approved.ts'
import { listApprovedPostsInRange } from './list-approved-in-range.ts'
import { listPostsToApprove } from './list-pending-approval.ts'
import { listPostsToApproveInRange } from './list-pending-approval-in-range.ts'
import { requestRevisionOfRound } from './request-revision.ts'
import { skipApprovalOfPost } from './skip-approval.ts'
import { sendToApproval } from './start-approvals.ts'
import { startFollowingRound } from './start-next-round.ts'
import { takeApprovalBack } from './unapprove-round.ts'

/** The largest picture that a conversation takes; the store asks again by the file's content. */
const pictures = { maxFileBytes: 10_000_000 }

export const approvalRoutes: readonly Route[] = [
  projectRoute(getApprovals, getApprovalsOfPost),
  projectRoute(startApprovals, sendToApproval),
  projectRoute(approveRound, approveOpenRound),
  projectRoute(requestRevision, requestRevisionOfRound, pictures),
  projectRoute(unapproveRound, takeApprovalBack, pictures),
  projectRoute(checkRevisionItems, tickRevisionItems),
  projectRoute(startNextRound, startFollowingRound),
  projectRoute(skipApproval, skipApprovalOfPost),
  projectRoute(listPendingApproval, listPostsToApprove),
  projectRoute(listApproved, listApprovedPosts),
  projectRoute(listPendingApprovalInRange, listPostsToApproveInRange),
  projectRoute(listApprovedInRange, listApprovedPostsInRange),
]
