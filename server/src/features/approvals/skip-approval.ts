import type * as contract from '#domain/approvals/contract.ts'
import { readinessObstacle } from '#domain/approvals/eligibility.ts'
import { roundsOnPlan } from '#domain/approvals/plan.ts'
import { masterOf } from '#domain/approvals/rounds.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { type ApprovalType, approvalTypes, unsentStatuses } from '#domain/posts/status.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import { digestIn, readDigests } from '#server/features/posts/content.ts'
import { freezeLinkedPages } from '#server/features/posts/linked-pages.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import { move } from '#server/features/posts/move.ts'
import { findOutgoingProblems } from '#server/features/posts/outgoing-problems.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { contextOf, recordAction } from './history.ts'
import { type LockedPost, lockPosts, openRoundOf } from './locked-post.ts'
import { readPlan } from './plan.ts'
import { movePostSocials } from './rounds.ts'

type Refusal = Extract<Answer<typeof contract.skipApproval>, Failure>

/**
 * Skips rounds of a post. With no round left on its plan it is scheduled directly; otherwise the skipped rounds are stored and the
 * remaining ones follow (docs/product/approvals.md "Skipping").
 */
export const skipApproval = async (
  { body }: Input<typeof contract.skipApproval>,
  call: ScopedCall,
): Promise<Answer<typeof contract.skipApproval>> => {
  const { tx, scope, now } = call
  const [stored] = (await lockPosts(tx, scope, [body.post_id])) ?? []
  if (!stored) return fail('not_found')
  const scheduledAt = stored.schedule?.datetime ?? null
  const obstacle = readinessObstacle({ socials: stored.socials, scheduledAt }, scope.settings, now)
  if (obstacle) return fail(obstacle)
  const post = { ...stored, skipped: approvalTypes.filter(type => body.skipped_approvals.includes(type)) }
  await tx
    .updateTable('posts')
    .set({ skipped_approvals: [...post.skipped] })
    .where('id', '=', post.id)
    .execute()
  const people = await listPeople(tx, scope, call.services.config.publicUrl)
  const isScheduled = roundsOnPlan(post.skipped, people).length === 0
  const refusal = isScheduled ? await scheduleDirectly(call, post) : await storeSkippedRounds(call, post)
  if (refusal) return refusal
  await call.emit({
    type: 'approval.skipped',
    postId: post.id,
    detail: { skipped: post.skipped, is_scheduled: isScheduled },
  })
  const answer = await answerPost(call.tx, call, post.id, now)
  if (isFailure(answer)) return answer
  return {
    approval_plan: await readPlan(call.tx, call, answer),
    post_socials: answer.post_socials,
    post_status: answer.status,
    post: answer,
  }
}

const refuse = (post: LockedPost): Refusal => statusRefusal(post.socials.map(({ status }) => status))

const isUnsent = (social: LockedSocial): boolean => unsentStatuses.includes(social.status)

/** Clears the undecided versions to go out as they are now; open rounds are superseded. */
const scheduleDirectly = async (call: ScopedCall, post: LockedPost): Promise<Refusal | null> => {
  const { tx, now } = call
  const undecided = post.socials.filter(
    social =>
      isUnsent(social) ||
      social.status === 'pending_internal_approval' ||
      social.status === 'pending_external_approval',
  )
  if (undecided.length === 0) return refuse(post)
  const problems = await findOutgoingProblems(tx, undecided, call.services.config.publicUrl)
  if (problems) return fail('post_has_problems', { errors: problems })
  await freezeLinkedPages(tx, undecided.filter(isUnsent))
  const digests = await readDigests(
    tx,
    undecided.map(social => social.id),
  )
  for (const social of undecided) {
    const open = openRoundOf(post, social.id)
    if (open) await move(tx, 'approvals', open.id, 'superseded', { closed_at: now })
  }
  await recordSkips(call, post, undecided)
  const isMoved = await movePostSocials(contextOf(call), undecided, 'approval_skipped', social => ({
    is_approved: false,
    is_unapproved: false,
    cleared_digest: digestIn(digests, social.id),
  }))
  return isMoved ? null : refuse(post)
}

/** Only before the post is sent for approval: an open round cannot be skipped (docs/product/approvals.md "Skipping"). */
const storeSkippedRounds = async (call: ScopedCall, post: LockedPost): Promise<Refusal | null> => {
  const unsent = post.socials.filter(isUnsent)
  const isOpen = post.socials.some(social => openRoundOf(post, social.id) !== null)
  if (unsent.length === 0 || isOpen) return refuse(post)
  await recordSkips(call, post, unsent)
  return null
}

/** One entry for each skipped round; with master content only on the master, which has the history. */
const recordSkips = async (
  call: ScopedCall,
  post: LockedPost,
  socials: readonly LockedSocial[],
): Promise<void> => {
  const master = masterOf(socials, post.masterNetwork)
  for (const social of master ? [master] : socials)
    for (const type of post.skipped)
      await recordAction(contextOf(call), social, noRound(type), { type: 'approval_skipped' })
}

const noRound = (type: ApprovalType) => ({ id: null, type })
