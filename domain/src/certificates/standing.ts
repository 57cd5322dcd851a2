import type { ApprovalAction } from '#domain/approvals/model.ts'
import type { ApprovalActionType } from '#domain/approvals/status.ts'
import type { ApprovalState, CertifiedEntry, CertifiedRound, DecisionWay } from './model.ts'

const states = {
  open: 'waiting',
  approved: 'approved',
  revision_requested: 'sent_back',
  unapproved: 'sent_back',
} as const

/** How far the approval of a version is, by the rounds that the reader sees, oldest first. */
export const stateOf = (rounds: readonly Pick<CertifiedRound, 'status'>[]): ApprovalState => {
  const last = rounds.findLast(({ status }) => status !== 'superseded')
  return last && last.status !== 'superseded' ? states[last.status] : 'not_asked'
}

const approvals: readonly ApprovalActionType[] = [
  'approved',
  'approved_by_admin',
  'approved_by_system',
  'approval_restored',
]

/** The entry that approved a version last, or undefined. `entries`: oldest first. */
export const lastApproval = (entries: readonly CertifiedEntry[]): CertifiedEntry | undefined =>
  entries.findLast(({ type }) => approvals.includes(type))

/** What is said to each other is no decision. */
const talk: readonly ApprovalActionType[] = ['question_pushed', 'answer_pushed']

export const isCertified = ({ type }: Pick<ApprovalAction, 'type'>): boolean => !talk.includes(type)

/** How the decision of an entry was made. */
export const wayOf = (
  action: Pick<ApprovalAction, 'type' | 'round' | 'is_by_link' | 'link_copied_by'>,
): DecisionWay => {
  if (action.type === 'approved_by_system') return 'by_galley'
  if (action.is_by_link) return action.link_copied_by === undefined ? 'by_link' : 'by_copied_link'
  return action.type === 'approved_by_admin' && action.round === 'external' ? 'for_client' : 'signed_in'
}

/** Whether what went out is what was approved; null: it is not known, or nothing was approved. */
export const isAsApproved = (approved: string | null, sent: string | null): boolean | null =>
  approved === null || sent === null ? null : approved === sent
