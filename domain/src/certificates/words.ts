import { roundNames } from '#domain/approvals/round-names.ts'
import type { ApprovalActionType } from '#domain/approvals/status.ts'
import type { ApprovalStatus } from '#domain/posts/status.ts'
import type { ApprovalState, CertifiedEntry, CertifiedPublication, CertifiedRound } from './model.ts'

const statuses: Readonly<Record<ApprovalStatus, string>> = {
  open: 'waits for a decision',
  approved: 'approved',
  revision_requested: 'revision requested',
  unapproved: 'unapproved',
  superseded: 'replaced by a later one',
}

/** `Client round 1: approved` */
export const roundWords = ({
  type,
  round,
  step,
  status,
}: Pick<CertifiedRound, 'type' | 'round' | 'status' | 'step'>): string => {
  const name =
    step === undefined ? `${roundNames[type]} ${round}` : `${roundNames[type]} ${round}, step ${step}`
  return `${name}: ${statuses[status]}`
}

/** How far the approval of a version is, as a heading of what follows. */
export const stateWords: Readonly<Record<ApprovalState, string>> = {
  approved: 'Approved',
  waiting: 'Not approved: waits for a decision',
  sent_back: 'Not approved: sent back',
  not_asked: 'Nobody was asked to approve it',
}

const actions: Readonly<Record<ApprovalActionType, string>> = {
  approval_started: 'Sent to approval',
  external_approval_started: 'Sent to the client',
  revision_requested: 'Revision requested',
  question_pushed: 'Question',
  answer_pushed: 'Answer',
  approved: 'Approved',
  approved_by_admin: 'Approved',
  approved_by_system: 'Approved, because the client was late',
  approval_skipped: 'Approval skipped',
  unapproved: 'Unapproved',
  approval_undone: 'Approval undone',
  approval_restored: 'Content is again what was approved',
  content_changed: 'Content changed',
}

/** What happened. */
export const actionWords = ({
  type,
  round,
  is_by_proposal: isByProposal,
}: Pick<CertifiedEntry, 'type' | 'round' | 'is_by_proposal'>): string => {
  if (type === 'approval_started' && round === 'external') return actions.external_approval_started
  return isByProposal ? `${actions[type]} by proposing these words` : actions[type]
}

/** Who did it, and by which way. `isForClient`: readers who are not told who acts inside the agency. */
export const whoWords = (
  { by, way, link_copied_by: copiedBy }: Pick<CertifiedEntry, 'by' | 'way' | 'link_copied_by'>,
  isForClient: boolean,
): string => {
  if (way === 'by_galley') return 'Galley'
  const who = by ?? (isForClient ? 'The agency' : 'Galley')
  if (way === 'by_link') return `${who}, by link`
  if (way === 'by_copied_link') return `${who}, by a link that ${copiedBy ?? 'somebody'} copied`
  if (way === 'for_client') return `${who}, for the client by the agency`
  return by === null ? who : `${who}, signed in`
}

/** Whether what went out is what was approved. */
export const sentWords = ({ is_as_approved: isSame, digest }: CertifiedPublication): string => {
  if (isSame === null)
    return digest === null
      ? 'Not sent by Galley: what was published is not known here.'
      : 'Published without an approval that this certificate can show.'
  return isSame
    ? 'What was sent is byte for byte what was approved.'
    : 'What was sent is not what was approved last.'
}
