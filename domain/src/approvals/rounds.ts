import type { SocialNetwork } from '#domain/networks/model.ts'
import { type Actor, can, isAdmin } from '#domain/permissions/can.ts'
import type { ApprovalStatus, ApprovalType, PostSocialStatus } from '#domain/posts/status.ts'

/** Somebody who was chosen for a round, or has said yes in it. `contentDigest`: what they said yes to, null before they did. */
export type Vote = {
  readonly userId: number
  readonly isChosen: boolean
  readonly contentDigest: string | null
}

/** An open round with the content it is about: only a yes to exactly that content counts. */
export type OpenRound = {
  readonly type: ApprovalType
  readonly votes: readonly Vote[]
  readonly digest: string
}

const roundAction = { internal: 'post.approveInternal', external: 'post.approveExternal' } as const

/** Whether the actor's role decides rounds of this kind. (docs/product/team.md "Permissions") */
export const hasRoundRole = (actor: Actor, type: ApprovalType): boolean => can(actor, roundAction[type])

const isContentManager = (actor: Actor): boolean =>
  actor.role === 'content-creator' && actor.isContentManager === true

/**
 * Whether the round is closed as approved: nobody chosen, then any one yes; with `single-round-internal-approve` one chosen approver's
 * yes closes the internal round; else each chosen one must approve. (docs/product/approvals.md "Rounds") An admin's approval closes it, whoever was chosen.
 */
export const isRoundApproved = (
  { type, votes, digest }: OpenRound,
  options: { readonly isSingleRound: boolean; readonly byAdmin: boolean },
): boolean => {
  const saidYes = (vote: Vote) => vote.contentDigest === digest
  if (options.byAdmin) return true
  const chosen = votes.filter(vote => vote.isChosen)
  if (chosen.length === 0) return votes.some(saidYes)
  return options.isSingleRound && type === 'internal' ? chosen.some(saidYes) : chosen.every(saidYes)
}

/** Why somebody may not decide: not with this role, not chosen, or they have said yes to this very content already. */
export type DecisionObstacle = 'forbidden' | 'not_your_turn' | 'already_decided'

/**
 * What keeps this person from saying yes in an open round, or null. Who was chosen by name decides even as content manager, since they
 * are offered as an approver (docs/product/approvals.md "Approver choices"); otherwise the role must fit. An admin may always.
 */
export const approvalObstacle = (
  actor: Actor,
  personId: number,
  { type, votes, digest }: OpenRound,
): DecisionObstacle | null => {
  const own = votes.find(vote => vote.userId === personId)
  const isChosen = own?.isChosen === true
  const mayDecide = hasRoundRole(actor, type) || (type === 'internal' && isChosen && isContentManager(actor))
  if (!mayDecide) return 'forbidden'
  if (own?.contentDigest === digest) return 'already_decided'
  return isChosen || isAdmin(actor) || votes.every(vote => !vote.isChosen) ? null : 'not_your_turn'
}

/** Whether a revision of this round is this role's to ask for: a content manager's in the internal one. (docs/product/team.md "Permissions") */
export const mayAskForRevision = (actor: Actor, type: ApprovalType): boolean =>
  can(actor, 'post.makeRevision') &&
  (hasRoundRole(actor, type) || (type === 'internal' && isContentManager(actor)))

/** What keeps this person from requesting a revision in an open round, or null. Who has said yes may still change their mind. */
export const revisionObstacle = (
  actor: Actor,
  personId: number,
  { type, votes }: Pick<OpenRound, 'type' | 'votes'>,
): 'forbidden' | 'not_your_turn' | null => {
  if (!mayAskForRevision(actor, type)) return 'forbidden'
  const chosen = votes.filter(vote => vote.isChosen)
  const isTheirs = chosen.length === 0 || chosen.some(vote => vote.userId === personId)
  return isTheirs || isAdmin(actor) ? null : 'not_your_turn'
}

/**
 * Whether the person sees rounds of this kind at all: an external approver is blind to the internal one.
 * (docs/product/approvals.md "What clients see") No role: the product itself, which sees all.
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
 * The other versions for which a decision on `decided` holds as well: all that are as far as it when it is the master content; and those
 * that are pending with no round of their own, which a master setting changed meanwhile has left behind and nobody could decide. A version
 * whose own round of the other kind is open is not as far: the master's client would decide in place of its internal approver.
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
 * has none is decided by itself: the master setting was changed during its approval, and nobody could close its round otherwise.
 * (docs/product/approvals.md "Master content")
 */
export const isLedByMaster = (version: WithRounds, master: WithRounds | null): boolean =>
  master !== null &&
  master.id !== version.id &&
  (openRound(master.rounds) !== null || openRound(version.rounds) === null)
