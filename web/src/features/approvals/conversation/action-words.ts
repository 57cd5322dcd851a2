import type { ApprovalAction } from '#domain/approvals/model.ts'
import type { ApprovalActionType } from '#domain/approvals/status.ts'
import type { StatusTone } from '#domain/posts/status.ts'

/** Each action as the end of a sentence that starts with a person, and the colour of its result. */
export const actions: Readonly<Record<ApprovalActionType, { text: string; tone: StatusTone }>> = {
  approval_started: { text: 'started the internal approval', tone: 'violet' },
  external_approval_started: { text: 'started the client approval', tone: 'violet' },
  revision_requested: { text: 'requested a revision', tone: 'amber' },
  question_pushed: { text: 'asked a question', tone: 'blue' },
  answer_pushed: { text: 'answered', tone: 'blue' },
  approved: { text: 'approved', tone: 'green' },
  approved_by_admin: { text: 'approved as admin', tone: 'green' },
  approved_by_system: { text: 'approved, because the client was late', tone: 'green' },
  approval_skipped: { text: 'skipped the approval', tone: 'blue' },
  unapproved: { text: 'unapproved', tone: 'amber' },
  approval_undone: { text: 'undid the approval', tone: 'grey' },
  approval_restored: { text: 'made the content again what was approved', tone: 'green' },
  content_changed: { text: 'changed the content', tone: 'grey' },
}

/** The words for an action. The start of an external round is shown as such (docs/product/approvals.md "History"). */
export const actionText = ({
  is_by_link: isByLink,
  is_by_proposal: isByProposal,
  link_copied_by: copiedBy,
  ...action
}: Pick<ApprovalAction, 'type' | 'round' | 'is_by_link' | 'link_copied_by' | 'is_by_proposal'>): string => {
  const text = `${plainText(action)}${isByProposal ? ' by proposing these words' : ''}`
  if (!isByLink) return text
  return `${text} ${copiedBy === undefined ? 'by link' : `by a link that ${copiedBy} copied`}`
}

const plainText = ({ type, round }: Pick<ApprovalAction, 'type' | 'round'>): string => {
  if (type === 'approval_started' && round === 'external') return actions.external_approval_started.text
  if (type === 'approval_skipped') return `skipped the ${round} approval`
  // The agency has to see at a glance which questions the client reads.
  if (round === 'internal' && (type === 'question_pushed' || type === 'answer_pushed'))
    return `${actions[type].text} in the internal round`
  return actions[type].text
}

/** Who made an entry. Clients are not told who acted inside the agency. */
export const authorOf = (
  { type, created_by_user: person }: Pick<ApprovalAction, 'type' | 'created_by_user'>,
  isClient: boolean,
): string => {
  if (type === 'approved_by_system') return 'Galley'
  return person?.name ?? (isClient ? 'The agency' : 'Galley')
}
