import type { ApprovalListName } from '#domain/approvals/list-place.ts'
import type { DecisionResults } from '#domain/approvals/model.ts'
import { followersOf, isLedByMaster, openRound, revisionObstacle } from '#domain/approvals/rounds.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { type Actor, can } from '#domain/permissions/can.ts'
import { changedParts } from '#domain/posts/content.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { listOf, say } from '#web/platform/words.ts'

/** The person looking: who they are and their rights in the project. */
export type Viewer = { readonly actor: Actor; readonly personId: number }

type DecidedPost = Pick<
  Post,
  'post_socials' | 'master_social_post_id' | 'can_approve_post_socials' | 'can_unapprove_post_socials'
>

/** The version that decides about this one, its post's master content, or null if it is decided by itself. */
export const leadingMaster = (post: DecidedPost, social: PostSocial): PostSocial | null => {
  const master = post.post_socials.find(({ id }) => id === post.master_social_post_id) ?? null
  return isLedByMaster(withRounds(social), master && withRounds(master)) ? master : null
}

const withRounds = ({ id, approvals }: PostSocial) => ({ id, rounds: approvals })

/**
 * The versions that approvals of these cover, each once: themselves, and those that follow them (docs/product/approvals.md "Master content").
 */
export const coveredVersions = (
  post: DecidedPost & Pick<Post, 'master_social_network'>,
  socials: readonly PostSocial[],
): PostSocial[] => {
  const open = post.post_socials.filter(({ approvals }) => openRound(approvals) !== null)
  const facts = {
    masterNetwork: post.master_social_network,
    withOpenRound: new Set(open.map(({ id }) => id)),
  }
  const covered = socials.flatMap(social => [social, ...followersOf(social, post.post_socials, facts)])
  return [...new Set(covered)]
}

/** Hidden in requires_revision, and on every version but the master (docs/product/approvals.md "Approving"). */
const isHidden = (post: DecidedPost, social: PostSocial): boolean =>
  social.status === 'requires_revision' || leadingMaster(post, social) !== null

/** Whether Approve is shown for a version. */
export const mayApprove = (post: DecidedPost, social: PostSocial): boolean =>
  !isHidden(post, social) && post.can_approve_post_socials.includes(social.id)

/**
 * Whether Request revision is shown for a version: it is pending in a round of this person's (docs/product/approvals.md
 * "Requesting a revision").
 */
export const mayRequestRevision = (
  post: DecidedPost,
  social: PostSocial,
  { actor, personId }: Viewer,
): boolean => {
  const round = openRound(social.approvals)
  if (round === null || isHidden(post, social)) return false
  const approvers = round.approvers.map(({ id }) => ({ userId: id, isChosen: true, contentDigest: null }))
  return revisionObstacle(actor, personId, { type: round.type, approvers }) === null
}

/** Whether Unapprove is shown for a version. The server knows the rule (docs/product/approvals.md "Unapproving"). */
export const mayUnapprove = (post: DecidedPost, social: PostSocial): boolean =>
  post.can_unapprove_post_socials.includes(social.id)

/** Whether "Unapprove and request revision" is shown. */
export const mayUnapproveWithRevision = (post: DecidedPost, social: PostSocial, { actor }: Viewer): boolean =>
  mayUnapprove(post, social) && can(actor, 'post.makeRevision')

/** Whether a version in a list waits for this person. Somebody who has approved is done, although they may still change their mind. */
export const isOpenVersion = (
  post: DecidedPost,
  social: PostSocial,
  list: ApprovalListName,
  viewer: Viewer,
): boolean => {
  if (list === 'approved') return mayUnapprove(post, social)
  if (mayApprove(post, social)) return true
  return mayRequestRevision(post, social, viewer) && !hasApproved(social, viewer)
}

const hasApproved = (social: PostSocial, { personId }: Viewer): boolean =>
  openRound(social.approvals)?.approvers.some(({ id, has_approved }) => id === personId && has_approved) ===
  true

/** The versions that wait for this person. */
export const openVersions = (post: DecidedPost, list: ApprovalListName, viewer: Viewer): PostSocial[] =>
  post.post_socials.filter(social => isOpenVersion(post, social, list, viewer))

/**
 * The round that a decision names: for a pending version its open round; for an approved one the external round if an external
 * approver decides, the internal one for others (docs/product/approvals.md "Unapproving"), or the only one there is. Null:
 * there is none.
 */
export const approvalIdOf = (
  social: PostSocial,
  list: ApprovalListName,
  { actor }: Viewer,
): number | null => {
  if (list === 'pending') return openRound(social.approvals)?.id ?? null
  const { internal_approval_id: internal, external_approval_id: external } = social
  return actor.role === 'external-approver' ? external : (internal ?? external)
}

/** The same round, or null. */
export const roundOfDecision = (social: PostSocial, list: ApprovalListName, viewer: Viewer) =>
  social.approvals.find(({ id }) => id === approvalIdOf(social, list, viewer)) ?? null

type ApprovalOptions = {
  readonly shown?: (social: PostSocial) => Pick<PostSocial, 'version'>
  /** What the approver says with it; empty: nothing. */
  readonly comment?: string
}

/** The call that approves a version as it is shown: with the version of everything that the approval covers, and its round. */
export const approvalCall = (
  post: DecidedPost & Pick<Post, 'master_social_network'>,
  social: PostSocial,
  viewer: Viewer,
  { shown = one => one, comment = '' }: ApprovalOptions = {},
) => {
  const round = approvalIdOf(social, 'pending', viewer)
  return {
    post_social_id: social.id,
    version: shown(social).version,
    versions: coveredVersions(post, [social]).map(covered => ({
      post_social_id: covered.id,
      version: shown(covered).version,
    })),
    ...(round === null ? {} : { approval_id: round }),
    ...(comment === '' ? {} : { message: comment }),
  }
}

/** What undoes the approval of these versions; as they were before it. */
export const undoableApprovals = (socials: readonly PostSocial[]) =>
  socials.flatMap(({ id, approvals }) => {
    const round = openRound(approvals)
    return round ? [{ post_social_id: id, approval_id: round.id }] : []
  })

/** Of these versions, those that were approved, and why the others were not. */
export const decidedIn = (results: DecisionResults['results'], socials: readonly PostSocial[]) => {
  const refusals = new Map(results.map(({ post_social_id, refusal }) => [post_social_id, refusal]))
  return {
    approved: socials.filter(({ id }) => refusals.get(id) === null),
    refused: socials.flatMap(({ id }) => refusals.get(id) ?? []),
  }
}

/** What became of the approval of a post: which of its versions were approved, and why others were not. */
export type ApprovalOutcome = ReturnType<typeof decidedIn> & { readonly post: Pick<Post, 'id'> }

/** Says what was approved; nothing of what was not. */
export const approvedText = (outcomes: readonly ApprovalOutcome[]): string => {
  const whole = outcomes.filter(({ refused }) => refused.length === 0).length
  // Fixed wording (docs/product/approvals.md "Texts").
  if (whole === outcomes.length)
    return whole === 1 ? say('Post approved') : say('{count} posts approved', { count: whole })
  const half = outcomes.filter(({ approved, refused }) => approved.length > 0 && refused.length > 0)
  const part =
    half.length === 1 && half[0]
      ? networksOf(half[0].approved)
      : say('some networks of {count} posts', { count: half.length })
  const counts = { whole, all: outcomes.length }
  if (half.length === 0) return say('Approved {whole} of {all}', counts)
  if (whole === 0) return say('Approved for {part} only', { part })
  return half.length === 1
    ? say('Approved {whole} of {all}, and one for {part} only', { ...counts, part })
    : say('Approved {whole} of {all}, and {part} only', { ...counts, part })
}

/** `Facebook and LinkedIn` */
const networksOf = (socials: readonly PostSocial[]): string =>
  listOf(socials.map(({ social_network }) => networkNames[social_network]))

/** Who else has to approve in the open rounds of a post. */
export const othersToDecide = (socials: readonly PostSocial[], personId: number): string[] => [
  ...new Set(
    socials.flatMap(social =>
      (openRound(social.approvals)?.approvers ?? [])
        .filter(({ id, has_approved }) => id !== personId && !has_approved)
        .map(({ name }) => name),
    ),
  ),
]

/** The version that an item opens with: the requested network's, else the first to decide about, else the master's, else the first. */
export const versionOf = (
  post: DecidedPost,
  wanted: SocialNetwork | null,
  list: ApprovalListName,
  viewer: Viewer,
): PostSocial | null =>
  post.post_socials.find(social => social.social_network === wanted) ??
  openVersions(post, list, viewer)[0] ??
  post.post_socials.find(social => social.id === post.master_social_post_id) ??
  post.post_socials[0] ??
  null

/** What differs between two versions of a content, in words for people. */
export const changesBetween = (before: PostSocial, after: PostSocial): string[] =>
  changedParts(comparable(before), comparable(after))

/**
 * The first of these versions whose content the person has not seen, neither itself nor as another network's of the same words and media;
 * null: all were seen. `seen` are versions as they were shown.
 */
export const firstUnseen = (socials: readonly PostSocial[], seen: readonly PostSocial[]): PostSocial | null =>
  socials.find(social => !seen.some(shown => changesBetween(shown, social).length === 0)) ?? null

const comparable = ({ attachments, ...social }: PostSocial) => ({
  ...social,
  attachments: attachments.map(({ object_id, thumbnail_object_id, description, extra_fields }) => ({
    object_id,
    thumbnail_object_id,
    description,
    extra_fields,
  })),
})
