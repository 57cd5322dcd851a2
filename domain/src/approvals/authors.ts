import type { Role } from '#domain/permissions/table.ts'
import type { ApprovalActionType } from './status.ts'

/** Entries of an external round that only a client, or an admin in their place, can have made. */
const ofClients: readonly ApprovalActionType[] = ['approved', 'approved_by_admin']

/**
 * Whether a client is told who made an entry of an external round's history. Not of its start: that is whoever approved internally; and not
 * of an internal approver, nor of somebody who has left, who may have been one. `role`: the author's in the project, null for none.
 * (docs/product/approvals.md "What clients see")
 */
export const isAuthorShownToClients = (type: ApprovalActionType, role: Role | null): boolean => {
  if (ofClients.includes(type)) return true
  return type !== 'external_approval_started' && role !== null && role !== 'internal-approver'
}
