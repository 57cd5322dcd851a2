import * as contract from '#domain/approvals/contract.ts'
import * as conversation from '#domain/approvals/conversation-contract.ts'
import * as snapshots from '#domain/approvals/snapshot-contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { answerRevisionQuestion } from './answer-revision-question.ts'
import { applyLateRule } from './apply-late-rule.ts'
import { approveRound } from './approve-round.ts'
import { askRevisionQuestion } from './ask-revision-question.ts'
import { checkRevisionItems } from './check-revision-items.ts'
import { compareSnapshots } from './compare-snapshots.ts'
import { countApprovalLists } from './count-approval-lists.ts'
import { deleteRevisionAttachment } from './delete-revision-attachment.ts'
import { getApprovalNeighbours } from './get-approval-neighbours.ts'
import { getApprovals } from './get-approvals.ts'
import { getChangesSinceDecision } from './get-changes-since-decision.ts'
import { listActivities } from './list-activities.ts'
import { listApproved } from './list-approved.ts'
import { listApprovedInRange } from './list-approved-in-range.ts'
import { listPendingApproval } from './list-pending-approval.ts'
import { listPendingApprovalInRange } from './list-pending-approval-in-range.ts'
import { listSnapshots } from './list-snapshots.ts'
import { remindApprovers } from './remind-approvers.ts'
import { requestRevision } from './request-revision.ts'
import { restoreSnapshot } from './restore-snapshot.ts'
import { skipApproval } from './skip-approval.ts'
import { skipApprovalOfVersion } from './skip-approval-of-version.ts'
import { startApprovals } from './start-approvals.ts'
import { startNextRound } from './start-next-round.ts'
import { unapproveRound } from './unapprove-round.ts'
import { undoApproval } from './undo-approval.ts'
import { undoSending } from './undo-sending.ts'

import { updateRevisionComment } from './update-revision-comment.ts'

/** The largest picture that a conversation takes; storing it checks the file's content as well. */
const pictures = { maxFileBytes: 10_000_000 }

export const approvalRoutes: readonly Route[] = [
  projectRoute(contract.getApprovals, getApprovals),
  projectRoute(contract.startApprovals, startApprovals),
  projectRoute(contract.undoSending, undoSending),
  projectRoute(contract.approveRound, approveRound),
  projectRoute(contract.undoApproval, undoApproval),
  projectRoute(contract.requestRevision, requestRevision, pictures),
  projectRoute(contract.unapproveRound, unapproveRound, pictures),
  projectRoute(conversation.updateRevisionComment, updateRevisionComment, pictures),
  projectRoute(conversation.deleteRevisionAttachment, deleteRevisionAttachment),
  projectRoute(conversation.askRevisionQuestion, askRevisionQuestion),
  projectRoute(conversation.answerRevisionQuestion, answerRevisionQuestion),
  projectRoute(conversation.listActivities, listActivities),
  projectRoute(snapshots.listSnapshots, listSnapshots),
  projectRoute(snapshots.compareSnapshots, compareSnapshots),
  projectRoute(snapshots.restoreSnapshot, restoreSnapshot),
  projectRoute(snapshots.getChangesSinceDecision, getChangesSinceDecision),
  projectRoute(contract.checkRevisionItems, checkRevisionItems),
  projectRoute(contract.startNextRound, startNextRound),
  projectRoute(contract.remindApprovers, remindApprovers),
  projectRoute(contract.applyLateRule, applyLateRule),
  projectRoute(contract.skipApproval, skipApproval),
  projectRoute(contract.skipApprovalOfVersion, skipApprovalOfVersion),
  projectRoute(contract.listPendingApproval, listPendingApproval),
  projectRoute(contract.listApproved, listApproved),
  projectRoute(contract.listPendingApprovalInRange, listPendingApprovalInRange),
  projectRoute(contract.listApprovedInRange, listApprovedInRange),
  projectRoute(contract.countApprovalLists, countApprovalLists),
  projectRoute(contract.getApprovalNeighbours, getApprovalNeighbours),
]
