import type { SocialNetwork } from '#domain/networks/model.ts'
import { barredFromApproval } from '#domain/networks/network.ts'
import type { Actor } from '#domain/permissions/can.ts'
import type { Role } from '#domain/permissions/table.ts'
import { type PostSocialStatus, unsentStatuses } from '#domain/posts/status.ts'
import { isSettingOn, type ProjectUser, type Setting } from '#domain/projects/model.ts'
import { type ApprovalType, approvalTypes } from './status.ts'

/** What decides which rounds a post goes through. */
export type PlanFacts = {
  /** Stored on the post: what was chosen in the Skip approval dialog. */
  readonly skipped: readonly ApprovalType[]
  /** Whether the project has an external approver. */
  readonly hasExternalApprovers: boolean
}

/**
 * The rounds that a post goes through, in order: internal first, then external, without the skipped ones; no external approver in the
 * project: no external round. Empty: nobody is asked. (Document 3 "Rounds".)
 */
export const roundsOnPlan = ({ skipped, hasExternalApprovers }: PlanFacts): ApprovalType[] =>
  approvalTypes.filter(type => !skipped.includes(type) && (type === 'internal' || hasExternalApprovers))

/** The first round on the plan that comes after `done` (null: from the start), or null: there is none left. */
export const nextRound = (plan: readonly ApprovalType[], done: ApprovalType | null): ApprovalType | null => {
  const past = done === null ? -1 : approvalTypes.indexOf(done)
  return plan.find(type => approvalTypes.indexOf(type) > past) ?? null
}

/** What the Skip approval dialog offers: external only if the project has external approvers. (Document 2 section 4, "Skip approval".) */
export const skipOffer = (hasExternalApprovers: boolean): ApprovalType[] =>
  roundsOnPlan({ skipped: [], hasExternalApprovers })

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

/** What of a post decides whether it can be sent to approval. `scheduledAt`: the instant it goes out, null without a schedule. */
export type Sendable = {
  readonly socials: readonly { readonly social_network: SocialNetwork; readonly status: PostSocialStatus }[]
  readonly scheduledAt: Date | string | null
}

/** Why a post cannot be sent to approval or skip it: the code of the failure that the server answers. */
export type SendingObstacle = 'illegal_transition' | 'schedule_required' | 'barred_from_approval'

/**
 * What stands in the way of To Approval, or null: the post is a draft, unapproved or requires revision in at least one version, none of
 * its networks is barred, and its schedule is in the future. (Document 3 "Eligible for To Approval in bulk"; document 2 section 4.)
 */
export const sendingObstacle = (
  post: Sendable,
  settings: readonly Setting[],
  now: Date,
): SendingObstacle | null => {
  const hasUnsent = post.socials.some(social => unsentStatuses.includes(social.status))
  if (!hasUnsent || post.socials.some(social => social.status === 'on_publishing'))
    return 'illegal_transition'
  return readinessObstacle(post, settings, now)
}

/** What bars a post from approval and from skipping it alike, whatever its status: its networks, or a schedule that is not there. */
export const readinessObstacle = (
  post: Sendable,
  settings: readonly Setting[],
  now: Date,
): 'schedule_required' | 'barred_from_approval' | null => {
  const networks = post.socials.map(social => social.social_network)
  const bySetting = Object.fromEntries(settings.map(({ name, value }) => [name, value]))
  if (barredFromApproval(networks, bySetting).length > 0) return 'barred_from_approval'
  const isAhead = post.scheduledAt !== null && new Date(post.scheduledAt) > now
  return isAhead ? null : 'schedule_required'
}

/** Whether To Approval is offered for the post. */
export const isEligibleForApproval = (post: Sendable, settings: readonly Setting[], now: Date): boolean =>
  sendingObstacle(post, settings, now) === null
