import type { Actor } from '#domain/permissions/can.ts'
import { isSettingOn } from '#domain/permissions/settings.ts'
import type { Role } from '#domain/permissions/table.ts'
import { type ApprovalType, approvalTypes } from '#domain/posts/status.ts'
import type { ProjectUser } from '#domain/projects/model.ts'

/** A person of the project, reduced to what approval needs. `setting` holds their own settings in the project. */
export type Approver = Pick<ProjectUser, 'id' | 'role' | 'setting'>

/** The person's rights in the project, for `can()`. */
export const actorOf = ({ role, setting }: Pick<Approver, 'role' | 'setting'>): Actor => ({
  role,
  isContentManager: isSettingOn(setting, 'content-manager'),
})

const choosableRoles: Readonly<Record<ApprovalType, readonly Role[]>> = {
  internal: ['internal-approver', 'agency-admin', 'content-creator'],
  external: ['external-approver', 'agency-admin'],
}

/**
 * Whether the person can be chosen to decide a round of this kind: approvers for their own kind, agency admins for both, a content
 * creator for the internal one if they are a Content Manager. (docs/product/approvals.md "Approver choices")
 */
export const canBeChosen = (person: Pick<Approver, 'role' | 'setting'>, type: ApprovalType): boolean =>
  choosableRoles[type].includes(person.role) &&
  (person.role !== 'content-creator' || actorOf(person).isContentManager === true)

/**
 * The round that Send to approval offers the person for, or null for none: the first they can be chosen for that is not skipped. So the
 * people of a skipped round are left out, except admins, who are then offered for the other.
 * (docs/product/approvals.md "Approver choices")
 */
export const choosableRound = (
  person: Pick<Approver, 'role' | 'setting'>,
  skipped: readonly ApprovalType[],
): ApprovalType | null =>
  approvalTypes.find(type => !skipped.includes(type) && canBeChosen(person, type)) ?? null
