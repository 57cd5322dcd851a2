import * as contract from '#domain/approvals/contract.ts'
import * as conversation from '#domain/approvals/conversation-contract.ts'
import * as snapshots from '#domain/approvals/snapshot-contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { approveRound } from './approve-round.ts'
import { approveRounds } from './approve-rounds.ts'
import { applyLateRule } from './deadlines/apply-late-rule.ts'
import { remindApprovers } from './deadlines/remind-approvers.ts'
import { getApprovals } from './get-approvals.ts'
import { listActivities } from './list-activities.ts'
import { countApprovalLists } from './lists/count-approval-lists.ts'
import { getApprovalNeighbours } from './lists/get-approval-neighbours.ts'
import {
  listApproved,
  listApprovedInRange,
  listPendingApproval,
  listPendingApprovalInRange,
} from './lists/lists.ts'
import { declineWords } from './proposals/decline-words.ts'
import { listTextProposals } from './proposals/list-text-proposals.ts'
import { proposeWords } from './proposals/propose-words.ts'
import { answerRevisionQuestion } from './revisions/answer-revision-question.ts'
import { askRevisionQuestion } from './revisions/ask-revision-question.ts'
import { checkRevisionItems } from './revisions/check-revision-items.ts'
import { checkRevisionMarks } from './revisions/check-revision-marks.ts'
import { deleteRevisionAttachment } from './revisions/delete-revision-attachment.ts'
import { requestRevision } from './revisions/request-revision.ts'
import { updateRevisionAnswer } from './revisions/update-revision-answer.ts'
import { updateRevisionComment } from './revisions/update-revision-comment.ts'
import { updateRevisionQuestion } from './revisions/update-revision-question.ts'
import { skipApproval } from './sendings/skip-approval.ts'
import { skipApprovalOfVersion } from './sendings/skip-approval-of-version.ts'
import { startApprovals } from './sendings/start-approvals.ts'
import { undoSending } from './sendings/undo-sending.ts'
import { compareSnapshots } from './snapshots/compare-snapshots.ts'
import { getChangesSinceDecision } from './snapshots/get-changes-since-decision.ts'
import { listSnapshots } from './snapshots/list-snapshots.ts'
import { startNextRound } from './start-next-round.ts'
import { unapproveRound } from './unapprove-round.ts'
import { undoApproval } from './undo-approval.ts'
import { undoApprovals } from './undo-approvals.ts'

/** The largest picture that a conversation takes; storing it checks the file's content as well. */
const pictures = { maxFileBytes: 10_000_000 }

export const approvalRoutes: readonly Route[] = [
  projectRoute(contract.getApprovals, getApprovals),
  projectRoute(contract.startApprovals, startApprovals),
  projectRoute(contract.undoSending, undoSending),
  projectRoute(contract.approveRound, approveRound),
  projectRoute(contract.approveRounds, approveRounds),
  projectRoute(contract.undoApproval, undoApproval),
  projectRoute(contract.undoApprovals, undoApprovals),
  projectRoute(contract.requestRevision, requestRevision, pictures),
  projectRoute(contract.unapproveRound, unapproveRound, pictures),
  projectRoute(conversation.updateRevisionComment, updateRevisionComment, pictures),
  projectRoute(conversation.deleteRevisionAttachment, deleteRevisionAttachment),
  projectRoute(conversation.askRevisionQuestion, askRevisionQuestion),
  projectRoute(conversation.answerRevisionQuestion, answerRevisionQuestion),
  projectRoute(conversation.updateRevisionQuestion, updateRevisionQuestion),
  projectRoute(conversation.updateRevisionAnswer, updateRevisionAnswer),
  projectRoute(conversation.listActivities, listActivities),
  projectRoute(conversation.proposeWords, proposeWords),
  projectRoute(conversation.listTextProposals, listTextProposals),
  projectRoute(conversation.declineWords, declineWords),
  projectRoute(snapshots.listSnapshots, listSnapshots),
  projectRoute(snapshots.compareSnapshots, compareSnapshots),
  projectRoute(snapshots.getChangesSinceDecision, getChangesSinceDecision),
  projectRoute(contract.checkRevisionItems, checkRevisionItems),
  projectRoute(conversation.checkRevisionMarks, checkRevisionMarks),
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
