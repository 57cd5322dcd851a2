import { type Approver, canBeChosen } from '#domain/approvals/approvers.ts'
import { nextRound, roundsOnPlan } from '#domain/approvals/plan.ts'
import { next } from '#domain/kernel/lifecycle.ts'
import { type ApprovalType, type PostSocialEvent, postSocialLifecycle } from '#domain/posts/status.ts'
import { readDigests } from '#server/features/posts/content.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import { move } from '#server/platform/db/move.ts'
import { type ApprovalContext, emitRoundEvent, recordAction } from './history.ts'
import { followersIn, type LockedPost, openRoundOf } from './locked-post.ts'

const startedActions = { internal: 'approval_started', external: 'external_approval_started' } as const

/** Opens a round of a version. Chosen people who have left the project or lost the role since are not waited for. */
export const openRound = async (
  act: ApprovalContext,
  post: Pick<LockedPost, 'chosen'>,
  social: LockedSocial,
  round: { type: ApprovalType; number: number; message?: string | undefined },
  people: readonly Approver[],
): Promise<void> => {
  const { id } = await act.tx
    .insertInto('approvals')
    .values({
      post_social_id: social.id,
      project_id: act.scope.projectId,
      type: round.type,
      status: 'open',
      round: round.number,
      opened_by: act.personId,
      opened_at: act.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const chosen = people.filter(
    person => post.chosen[round.type].includes(person.id) && canBeChosen(person, round.type),
  )
  if (chosen.length > 0)
    await act.tx
      .insertInto('approval_approvers')
      .values(chosen.map(person => ({ approval_id: id, user_id: person.id, is_chosen: true })))
      .execute()
  await recordAction(
    act,
    social,
    { id, type: round.type },
    { type: startedActions[round.type], message: round.message },
  )
}

/** Applies an event to each of these versions; false when one is in a state that does not allow it. */
export const movePostSocials = async (
  { tx, now }: ApprovalContext,
  socials: readonly LockedSocial[],
  event: PostSocialEvent,
  set: (social: LockedSocial) => {
    is_approved: boolean
    is_unapproved: boolean
    cleared_digest: string | null
  },
): Promise<boolean> => {
  for (const social of socials)
    if (!(await move(tx, 'post_socials', social.id, event, { ...set(social), updated_at: now }))) return false
  return true
}

/** Nothing of it is cleared to go out. */
export const uncleared = () => ({ is_approved: false, is_unapproved: false, cleared_digest: null })

/** The other versions that go the way of this one, each of which then needs no round of its own any more. */
export const closeRoundsOfFollowers = async (
  { tx, now }: ApprovalContext,
  post: LockedPost,
  social: LockedSocial,
): Promise<LockedSocial[]> => {
  const followers = followersIn(post, social)
  for (const follower of followers) {
    const own = openRoundOf(post, follower.id)
    if (own) await move(tx, 'approvals', own.id, 'superseded', { closed_at: now })
  }
  return followers
}

type DecidedRound = { readonly id: number; readonly type: ApprovalType; readonly round: number }

/**
 * Closes a round as approved and goes on: to the external round when that is on the plan, otherwise the version, and all that follow it,
 * are approved as they are now. False: the round or a version was in another state.
 */
export const closeRoundAsApproved = async (
  act: ApprovalContext,
  { post, social, round }: { post: LockedPost; social: LockedSocial; round: DecidedRound },
  people: readonly Approver[],
): Promise<boolean> => {
  const { tx, now } = act
  if (!(await move(tx, 'approvals', round.id, 'approved', { closed_at: now }))) return false
  const decided = [social, ...(await closeRoundsOfFollowers(act, post, social))]
  const following = nextRound(roundsOnPlan(post.skipped, people), round.type)
  if (following !== null) {
    await openRound(act, post, social, { type: following, number: round.round }, people)
    await emitRoundEvent(act, 'approval.round_approved', social, { round: round.type, next_round: following })
    return startExternalRound(act, decided)
  }
  const digests = await readDigests(
    tx,
    decided.map(row => row.id),
  )
  await emitRoundEvent(act, 'approval.approved', social, { round: round.type })
  return movePostSocials(act, decided, 'approved', row => ({
    is_approved: true,
    is_unapproved: false,
    cleared_digest: digests.get(row.id) ?? null,
  }))
}

/** Brings these versions before the client; one that is there already stays. */
export const startExternalRound = (
  act: ApprovalContext,
  socials: readonly LockedSocial[],
): Promise<boolean> =>
  movePostSocials(
    act,
    socials.filter(social => next(postSocialLifecycle, social.status, 'external_round_started') !== null),
    'external_round_started',
    uncleared,
  )
