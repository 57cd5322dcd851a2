import { sql } from 'kysely'
import { type Approver, canBeChosen } from '#domain/approvals/approvers.ts'
import { nextRound, roundsOnPlan, stepAfter } from '#domain/approvals/plan.ts'
import { approvalLifecycle } from '#domain/approvals/status.ts'
import { next } from '#domain/kernel/lifecycle.ts'
import { type ApprovalType, type PostSocialEvent, postSocialLifecycle } from '#domain/posts/status.ts'
import { digestIn, readDigests } from '#server/features/posts/content.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import type { Round } from '#server/features/posts/rounds.ts'
import { move } from '#server/platform/db/move.ts'
import { type ApprovalContext, emitRoundEvent, recordAction } from './history.ts'
import { followersIn, type LockedPost, openRoundOf, skippedBy } from './locked-post.ts'
import { keepReviewed } from './snapshots/reviewed-contents.ts'

const startedActions = { internal: 'approval_started', external: 'external_approval_started' } as const

/** A round that was just opened, with its first entry in the history. */
export type OpenedRound = { readonly id: number; readonly postSocialId: number; readonly actionId: number }

/** Opens a round of a version. Chosen people who have since left the project or lost the role do not have to decide. */
export const openRound = async (
  context: ApprovalContext,
  post: Pick<LockedPost, 'chosen' | 'laterSteps'>,
  social: LockedSocial,
  round: { type: ApprovalType; number: number; step?: number; message?: string | undefined },
  people: readonly Approver[],
): Promise<OpenedRound> => {
  const { step = 1 } = round
  const later = step > 1 ? post.laterSteps[step - 2] : undefined
  const { id } = await context.tx
    .insertInto('approvals')
    .values({
      post_social_id: social.id,
      project_id: context.scope.projectId,
      type: round.type,
      status: 'open',
      round: round.number,
      ...(later && { step, decide_by: later.decide_by === null ? null : new Date(later.decide_by) }),
      opened_by: context.personId,
      opened_at: context.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const wanted = later?.approvers ?? post.chosen[round.type]
  const chosen = people.filter(person => wanted.includes(person.id) && canBeChosen(person, round.type))
  if (chosen.length > 0)
    await context.tx
      .insertInto('approval_approvers')
      .values(chosen.map(person => ({ approval_id: id, user_id: person.id, is_chosen: true })))
      .execute()
  const actionId = await recordAction(
    context,
    social,
    { id, type: round.type },
    { type: startedActions[round.type], message: round.message },
  )
  return { id, postSocialId: social.id, actionId }
}

/** Applies an event to each of these versions. False: one has a status that does not allow it. */
export const movePostSocials = async (
  { tx, now }: ApprovalContext,
  socials: readonly LockedSocial[],
  event: PostSocialEvent,
  set: (social: LockedSocial) => {
    is_approved: boolean
    is_unapproved: boolean
    cleared_digest: string | null
    sent_back_in?: ApprovalType
    skipped_approvals?: ApprovalType[]
    approved_account_id?: number | null
  },
): Promise<boolean> => {
  for (const social of socials)
    if (!(await move(tx, postSocialLifecycle, social.id, event, { ...set(social), updated_at: now })))
      return false
  return true
}

/** The columns of a version that is not cleared to go out. */
export const uncleared = () => ({ is_approved: false, is_unapproved: false, cleared_digest: null })

/** Closes the open rounds of the versions that share this one's outcome. @returns those versions */
export const closeRoundsOfFollowers = async (
  { tx, now }: ApprovalContext,
  post: LockedPost,
  social: LockedSocial,
): Promise<LockedSocial[]> => {
  const followers = followersIn(post, social)
  for (const follower of followers) {
    const own = openRoundOf(post, follower.id)
    if (own) await move(tx, approvalLifecycle, own.id, 'superseded', { closed_at: now })
  }
  return followers
}

/** Closes the open rounds of these versions, because they go out without a decision. */
export const supersedeOpenRounds = async (
  { tx, now }: Pick<ApprovalContext, 'tx' | 'now'>,
  postSocialIds: readonly number[],
): Promise<void> => {
  const open = await tx
    .selectFrom('approvals')
    .select('id')
    .where('post_social_id', 'in', postSocialIds)
    .where('status', '=', 'open')
    .execute()
  for (const { id } of open) await move(tx, approvalLifecycle, id, 'superseded', { closed_at: now })
}

type DecidedRound = Pick<Round, 'id' | 'type' | 'round' | 'step'>

type Closing = {
  readonly post: LockedPost
  readonly social: LockedSocial
  readonly round: DecidedRound
  /** The comment with the approval that closes it. */
  readonly message?: string | undefined
  /** Its time has come: whoever would be asked next is not asked any more. */
  readonly isLast?: boolean
}

/** The round that is asked after this one, or null: another kind, or the next step of the client. */
const roundAfter = ({ post, social, round, isLast }: Closing, people: readonly Approver[]) => {
  if (isLast) return null
  const step = round.type === 'external' ? stepAfter(post.laterSteps, round.step ?? 1) : null
  if (step !== null) return { type: round.type, step }
  const type = nextRound(roundsOnPlan(skippedBy(post, social), people), round.type)
  return type && { type }
}

/** A comment with an approval, for those who are notified of it. */
export const saidIn = ({ message }: { readonly message?: string | undefined }) => (message ? { message } : {})

/**
 * Closes a round as approved. Then the external round, or its next step, is opened if it is next on the plan; otherwise the version, and all that share
 * its outcome, are approved with their current content. False: the status of the round or of a version did not allow it.
 */
export const closeRoundAsApproved = async (
  context: ApprovalContext,
  closing: Closing,
  people: readonly Approver[],
): Promise<boolean> => {
  const { post, social, round, message } = closing
  const { tx, now } = context
  if (!(await move(tx, approvalLifecycle, round.id, 'approved', { closed_at: now }))) return false
  const decided = [social, ...(await closeRoundsOfFollowers(context, post, social))]
  const following = roundAfter(closing, people)
  if (following !== null) {
    await keepReviewed(context, [
      await openRound(context, post, social, { ...following, number: round.round }, people),
    ])
    await emitRoundEvent(context, 'approval.round_approved', social, {
      round: round.type,
      next_round: following.type,
      ...saidIn({ message }),
    })
    return startExternalRound(context, decided, ofDecision(context))
  }
  const digests = await readDigests(
    tx,
    decided.map(row => row.id),
  )
  await emitRoundEvent(context, 'approval.approved', social, { round: round.type, ...saidIn({ message }) })
  return movePostSocials(context, decided, 'approved', row => ({
    is_approved: true,
    is_unapproved: false,
    cleared_digest: digestIn(digests, row.id),
    ...ofDecision(context),
  }))
}

/** A person decides for the account that is connected now; the product approves for the one that people have approved it for (decision 158). */
export const ofDecision = ({ personId }: ApprovalContext): { approved_account_id?: null } =>
  personId === null ? {} : { approved_account_id: null }

/** Moves these versions to the external round; those already in it stay. `columns`: what changes with it. */
export const startExternalRound = (
  context: ApprovalContext,
  socials: readonly LockedSocial[],
  columns: ReturnType<typeof ofDecision> = {},
): Promise<boolean> =>
  movePostSocials(
    context,
    socials.filter(social => next(postSocialLifecycle, social.status, 'external_round_started') !== null),
    'external_round_started',
    () => ({ ...uncleared(), ...columns }),
  )

/** The projects of rounds whose posts are not deleted, for the session gate. */
export const projectsOfApprovals = (ids: readonly number[]) =>
  sql<{ id: number; project_id: number }>`
    select a.id, a.project_id from approvals a join post_socials s on s.id = a.post_social_id
    join posts p on p.id = s.post_id where a.id = any(${[...ids]}) and p.deleted_at is null`
