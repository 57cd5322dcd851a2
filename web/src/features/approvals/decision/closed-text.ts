import type { ApprovalAction } from '#domain/approvals/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { badgeOf } from '#web/ui/badge/status-badge.tsx'
import { actionText, authorOf } from '../conversation/action-words.ts'
import { leadingMaster, othersToDecide } from './decision-rules.ts'

type Facts = {
  readonly post: Post
  readonly social: PostSocial
  /** The newest entry of the version's history that the person may see. */
  readonly latest: ApprovalAction | null
  readonly personId: number
  readonly isClient: boolean
  /** Whom it waits for stands beside the button that reminds them. */
  readonly mayRemind: boolean
}

const statements: readonly ApprovalAction['type'][] = [
  'revision_requested',
  'approved',
  'approved_by_admin',
  'approved_by_system',
  'approval_skipped',
  'unapproved',
]

/** Why there is nothing to decide about a version: what was decided, by whom, and whom it waits for. */
export const closedText = ({ post, social, latest, personId, isClient, mayRemind }: Facts): string => {
  const master = leadingMaster(post, social)
  if (master) return `One decision covers all networks. It is made on ${networkNames[master.social_network]}.`
  const said =
    latest !== null && statements.includes(latest.type)
      ? `${whoOf(latest, personId, isClient)} ${actionText(latest)}.`
      : null
  const isAwaited = social.status.startsWith('pending_') && !mayRemind
  const others = isAwaited ? othersToDecide([social], personId) : []
  const waiting = others.length > 0 ? `Waiting for ${others.join(', ')}.` : null
  const texts = [said, waiting].filter(text => text !== null)
  return texts.length > 0
    ? texts.join(' ')
    : `${badgeOf(social.status).text}. There is nothing to decide here.`
}

const whoOf = (action: ApprovalAction, personId: number, isClient: boolean): string =>
  action.created_by_user?.id === personId ? 'You' : authorOf(action, isClient)
