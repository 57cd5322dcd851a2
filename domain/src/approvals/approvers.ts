import type { Actor } from '#domain/permissions/can.ts'
import type { Role } from '#domain/permissions/table.ts'
import { type ApprovalType, approvalTypes } from '#domain/posts/status.ts'
import { isSettingOn, type ProjectUser } from '#domain/projects/model.ts'

/** A person of the project as far as approval is concerned. `setting` holds their own settings in the project. */
export type Approver = Pick<ProjectUser, 'id' | 'role' | 'setting'>

/** The person's rights in the project, for `can()`. */
export const actorOf = ({ role, setting }: Pick<Approver, 'role' | 'setting'>): Actor => ({
  role,
  isContentManager: isSettingOn(setting, 'content-manager'),
})

const chosenFor: Readonly<Record<ApprovalType, readonly Role[]>> = {
  internal: ['internal-approver', 'agency-admin', 'super-admin', 'content-creator'],
  external: ['external-approver', 'agency-admin', 'super-admin'],
}

/** Whether the person may be chosen to decide a round of this kind: a content creator only as content manager, an admin for both. */
export const mayBeChosen = (person: Pick<Approver, 'role' | 'setting'>, type: ApprovalType): boolean =>
  chosenFor[type].includes(person.role) &&
  (person.role !== 'content-creator' || actorOf(person).isContentManager === true)

/**
 * Whom Send to approval offers: external approvers, internal approvers, agency admins and content managers; who could only decide a
 * skipped round is left out. (Document 2 section 5, "Send-to-approval approver choices".)
 */
export const approverChoices = <P extends Approver>(
  people: readonly P[],
  skipped: readonly ApprovalType[],
): P[] =>
  people.filter(person => approvalTypes.some(type => !skipped.includes(type) && mayBeChosen(person, type)))
