import type { SocialNetwork } from '#domain/networks/model.ts'
import { type Actor, can, isAdmin } from '#domain/permissions/can.ts'
import type { ApprovalStatus, ApprovalType, PostSocialStatus } from '#domain/posts/status.ts'

/** Somebody who was chosen for a round, or has approved in it. `contentDigest`: the content they approved, null before they did. */
export type RoundApprover = {
  readonly userId: number
  readonly isChosen: boolean
  readonly contentDigest: string | null
}

/** An open round with the content it is about: only approvals of exactly that content count. */
export type OpenRound = {
  readonly type: ApprovalType
  readonly approvers: readonly RoundApprover[]
  readonly digest: string
}

const roundAction = { internal: 'post.approveInternal', external: 'post.approveExternal' } as const

/** Whether the actor's role decides rounds of this kind. (docs/product/team.md "Permissions") */
export const hasRoundRole = (actor: Actor, type: ApprovalType): boolean => can(actor, roundAction[type])

const isContentManager = (actor: Actor): boolean =>
  actor.role === 'content-creator' && actor.isContentManager === true

/**
 * Whether the round is approved (docs/product/approvals.md "Rounds"). If nobody was chosen, one approval is enough; otherwise every chosen
 * person must approve, or, in the internal round with `single-round-internal-approve`, one of them. An admin's approval always closes it.
 */
export const isRoundApproved = (
  { type, approvers, digest }: OpenRound,
  options: { readonly isSingleRound: boolean; readonly byAdmin: boolean },
): boolean => {
  const hasApproved = (approver: RoundApprover) => approver.contentDigest === digest
  if (options.byAdmin) return true
  const chosen = approvers.filter(approver => approver.isChosen)
  if (chosen.length === 0) return approvers.some(hasApproved)
  return options.isSingleRound && type === 'internal' ? chosen.some(hasApproved) : chosen.every(hasApproved)
}

/** Why somebody may not decide: their role does not allow it, others were chosen, or they have already approved this content. */
export type DecisionObstacle = 'forbidden' | 'not_your_turn' | 'already_decided'

/**
 * Why this person may not approve in an open round, or null. Content managers may if they were chosen by name, since they are offered as
 * approvers (docs/product/approvals.md "Approver choices"); everybody else needs the role. Admins always may.
 */
export const approvalObstacle = (
  actor: Actor,
  personId: number,
  { type, approvers, digest }: OpenRound,
): DecisionObstacle | null => {
  const own = approvers.find(approver => approver.userId === personId)
  const isChosen = own?.isChosen === true
  const mayDecide = hasRoundRole(actor, type) || (type === 'internal' && isChosen && isContentManager(actor))
  if (!mayDecide) return 'forbidden'
  if (own?.contentDigest === digest) return 'already_decided'
  return isChosen || isAdmin(actor) || approvers.every(approver => !approver.isChosen)
    ? null
    : 'not_your_turn'
}

/** Whether this role may request a revision in this round; content managers may in the internal one. (docs/product/team.md "Permissions") */
export const mayAskForRevision = (actor: Actor, type: ApprovalType): boolean =>
  can(actor, 'post.makeRevision') &&
  (hasRoundRole(actor, type) || (type === 'internal' && isContentManager(actor)))

/** Why this person may not request a revision in an open round, or null. Those who have approved may still change their mind. */
export const revisionObstacle = (
  actor: Actor,
  personId: number,
  { type, approvers }: Pick<OpenRound, 'type' | 'approvers'>,
): 'forbidden' | 'not_your_turn' | null => {
  if (!mayAskForRevision(actor, type)) return 'forbidden'
  const chosen = approvers.filter(approver => approver.isChosen)
  const isTheirs = chosen.length === 0 || chosen.some(approver => approver.userId === personId)
  return isTheirs || isAdmin(actor) ? null : 'not_your_turn'
}

/**
 * Whether the person sees rounds of this kind at all: external approvers do not see the internal one.
 * (docs/product/approvals.md "What clients see") No role means the product itself, which sees everything.
 */
export const maySeeRound = (actor: Actor, type: ApprovalType): boolean =>
  type === 'external' || actor.role === null || can(actor, 'post.seeInternalApprovalRound')

/** The version on which the whole post's approval runs, when the project names a network and it is in the post. (docs/product/approvals.md "Master content") */
export const masterOf = <S extends { readonly social_network: SocialNetwork }>(
  socials: readonly S[],
  masterNetwork: SocialNetwork | null,
): S | null => socials.find(social => social.social_network === masterNetwork) ?? null

const pendingStatuses: readonly PostSocialStatus[] = [
  'pending_internal_approval',
  'pending_external_approval',
]
type Versioned = {
  readonly id: number
  readonly social_network: SocialNetwork
  readonly status: PostSocialStatus
}

/**
 * The other versions that a decision on `decided` also applies to. If it is the master content, these are all versions that have got as far
 * as it. Pending versions without a round of their own are included too: they are left over from a changed master setting, and nobody else
 * could decide about them. A version whose own round of the other kind is open has not got as far: otherwise the master's client would
 * decide in place of its internal approver.
 */
export const followersOf = <S extends Versioned>(
  decided: S,
  socials: readonly S[],
  facts: { readonly masterNetwork: SocialNetwork | null; readonly withOpenRound: ReadonlySet<number> },
): S[] => {
  const isMaster = masterOf(socials, facts.masterNetwork)?.id === decided.id
  const isPending = (social: S) => pendingStatuses.includes(social.status)
  return socials.filter(social => {
    if (social.id === decided.id) return false
    const isLeftBehind = isPending(social) && isPending(decided) && !facts.withOpenRound.has(social.id)
    return isLeftBehind || (isMaster && social.status === decided.status)
  })
}

/** The round that waits for a decision, or null. The database allows one open round for a version. */
export const openRound = <R extends { readonly status: ApprovalStatus }>(rounds: readonly R[]): R | null =>
  rounds.find(({ status }) => status === 'open') ?? null

type WithRounds = { readonly id: number; readonly rounds: readonly { readonly status: ApprovalStatus }[] }

/**
 * Whether decisions about this version are made on another one, the master content. A version whose own round is open while the master
 * has none is decided separately: the master setting was changed during its approval, and otherwise nobody could close its round.
 * (docs/product/approvals.md "Master content")
 */
export const isLedByMaster = (version: WithRounds, master: WithRounds | null): boolean =>
  master !== null &&
  master.id !== version.id &&
  (openRound(master.rounds) !== null || openRound(version.rounds) === null)
