import { type Actor, can } from '#domain/permissions/can.ts'
import type { ApprovalStatus, ApprovalType, PostSocialStatus } from '#domain/posts/status.ts'
import { hasRoundRole } from './rounds.ts'

/** A version with the rounds that decide about it, oldest first; with master content these may be the master's. */
export type EditedVersion = {
  readonly status: PostSocialStatus
  readonly approvals: readonly { readonly type: ApprovalType; readonly status: ApprovalStatus }[]
}

/**
 * What an edit by this person does to the approval of a version, so that it can be said before (docs/product/approvals.md "Changes after
 * approval"). `sent_back`: it has to be approved again; `restarts`: approvals given so far in the open round no longer count; null:
 * nothing, or the edit counts as their own approval.
 */
export const editEffect = (
  actor: Actor,
  { status, approvals }: EditedVersion,
): 'sent_back' | 'restarts' | null => {
  // What an earlier sending had is closed as superseded.
  const current = approvals.filter(({ status: is }) => is === 'open' || is === 'approved')
  const isLacking = current.some(({ type, status: is }) => is === 'approved' && !hasRoundRole(actor, type))
  if (current.some(({ status: is }) => is === 'open')) return isLacking ? 'sent_back' : 'restarts'
  if (status === 'scheduled') return can(actor, 'post.skipApproval') ? null : 'sent_back'
  const isCleared = status === 'approved' || status === 'pending_publish' || status === 'publishing_failed'
  return isCleared && isLacking ? 'sent_back' : null
}
