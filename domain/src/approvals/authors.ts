import type { Role } from '#domain/permissions/table.ts'
import type { ApprovalActionType } from './status.ts'

/** Entries of an external round that only a client, or an admin in their place, can have made. */
const ofClients: readonly ApprovalActionType[] = ['approved', 'approved_by_admin']

/** What follows from an act inside the agency. */
const ofTheAgency: readonly ApprovalActionType[] = ['external_approval_started', 'approval_restored']

/**
 * Whether a client sees who made an entry in an external round's history. They do not see who started the round, as that is the person who
 * approved internally, nor internal approvers, nor people who have left, as they may have been one. `role`: the author's role in the project,
 * null for none.
 * (docs/product/approvals.md "What clients see")
 */
export const isAuthorShownToClients = (type: ApprovalActionType, role: Role | null): boolean => {
  if (ofClients.includes(type)) return true
  return !ofTheAgency.includes(type) && role !== null && role !== 'internal-approver'
}
