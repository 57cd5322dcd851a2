import { sql } from 'kysely'
import type * as contract from '#domain/approvals/contract.ts'
import { readinessObstacle } from '#domain/approvals/eligibility.ts'
import { roundsOnPlan } from '#domain/approvals/plan.ts'
import { masterOf } from '#domain/approvals/rounds.ts'
import { approvalLifecycle } from '#domain/approvals/status.ts'
import type { Answer } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { type ApprovalType, approvalTypes, unsentStatuses } from '#domain/posts/status.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import { contextOf, emitRoundEvent, recordAction } from '#server/features/approvals/history.ts'
import { type LockedPost, openRoundOf, skippedBy } from '#server/features/approvals/locked-post.ts'
import { readPlan } from '#server/features/approvals/plan.ts'
import { movePostSocials } from '#server/features/approvals/rounds.ts'
import { digestIn, readDigests } from '#server/features/posts/content.ts'
import { freezeLinkedPages } from '#server/features/posts/link-previews/linked-pages.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import { findOutgoingProblems } from '#server/features/posts/outgoing-problems.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import { listPeople } from '#server/features/projects/people.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

type SkipAnswer = Answer<typeof contract.skipApproval>
type Refusal = Extract<SkipAnswer, Failure>

/** What is skipped, and for which versions of the post. */
type Skip = {
  readonly post: LockedPost
  readonly socials: readonly LockedSocial[]
  readonly skipped: readonly ApprovalType[]
}

/** Skips rounds of a whole post. What its versions had skipped by themselves is replaced. */
export const skipForPost = async (
  call: ScopedCall,
  stored: LockedPost,
  requested: readonly ApprovalType[],
): Promise<SkipAnswer> => {
  const { tx } = call
  const obstacle = whyNotReady(call, stored, stored.socials)
  if (obstacle) return fail(obstacle)
  const skipped = approvalTypes.filter(type => requested.includes(type))
  await tx
    .updateTable('posts')
    .set({ skipped_approvals: [...skipped] })
    .where('id', '=', stored.id)
    .execute()
  await tx
    .updateTable('post_socials')
    .set({ skipped_approvals: [] })
    .where('post_id', '=', stored.id)
    .where('skipped_approvals', '!=', sql<ApprovalType[]>`'{}'`)
    .execute()
  const isScheduled = await needsNoApproval(call, skipped)
  const skip: Skip = { post: { ...stored, skipped }, socials: stored.socials, skipped }
  const refusal = isScheduled ? await scheduleDirectly(call, skip) : await leaveForSending(call, skip)
  if (refusal) return refusal
  await call.emit({
    type: 'approval.skipped',
    postId: stored.id,
    detail: { skipped, is_scheduled: isScheduled },
  })
  return answerSkip(call, stored.id, [])
}

/** Skips rounds of one version, besides those that its post skips; the others go on as they were. */
export const skipForVersion = async (
  call: ScopedCall,
  { post, social }: { post: LockedPost; social: LockedSocial },
  requested: readonly ApprovalType[],
): Promise<SkipAnswer> => {
  const obstacle = whyNotReady(call, post, [social])
  if (obstacle) return fail(obstacle)
  const skipped = approvalTypes.filter(type => requested.includes(type))
  await call.tx
    .updateTable('post_socials')
    .set({ skipped_approvals: skipped })
    .where('id', '=', social.id)
    .execute()
  const isScheduled = await needsNoApproval(call, skippedBy(post, { skipped_approvals: skipped }))
  const skip: Skip = { post, socials: [social], skipped }
  const refusal = isScheduled ? await scheduleDirectly(call, skip) : await leaveForSending(call, skip)
  if (refusal) return refusal
  await emitRoundEvent(contextOf(call), 'approval.skipped', social, { skipped, is_scheduled: isScheduled })
  return answerSkip(call, post.id, skipped)
}

const whyNotReady = ({ scope, now }: ScopedCall, post: LockedPost, socials: readonly LockedSocial[]) =>
  readinessObstacle({ socials, scheduledAt: post.schedule?.datetime ?? null }, scope.settings, now)

const needsNoApproval = async (
  { tx, scope, services }: ScopedCall,
  skipped: readonly ApprovalType[],
): Promise<boolean> =>
  roundsOnPlan(skipped, await listPeople(tx, scope, services.config.publicUrl)).length === 0

/** @param own what the version that was named skips itself */
const answerSkip = async (
  call: ScopedCall,
  postId: number,
  own: readonly ApprovalType[],
): Promise<SkipAnswer> => {
  const answer = await answerPost(call.tx, call, postId, call.now)
  if (isFailure(answer)) return answer
  return {
    approval_plan: await readPlan(call.tx, call, answer, own),
    post_socials: answer.post_socials,
    post_status: answer.status,
    post: answer,
  }
}

const refuse = (socials: readonly LockedSocial[]): Refusal =>
  statusRefusal(socials.map(({ status }) => status))

const isUnsent = (social: LockedSocial): boolean => unsentStatuses.includes(social.status)

/** Clears the undecided versions to go out as they are now; open rounds are superseded. */
const scheduleDirectly = async (
  call: ScopedCall,
  { post, socials, skipped }: Skip,
): Promise<Refusal | null> => {
  const { tx, now } = call
  const undecided = socials.filter(
    social =>
      isUnsent(social) ||
      social.status === 'pending_internal_approval' ||
      social.status === 'pending_external_approval',
  )
  if (undecided.length === 0) return refuse(socials)
  const problems = await findOutgoingProblems(tx, undecided, call.services.config.publicUrl)
  if (problems) return fail('post_has_problems', { errors: problems })
  await freezeLinkedPages(tx, undecided.filter(isUnsent))
  const digests = await readDigests(
    tx,
    undecided.map(social => social.id),
  )
  for (const social of undecided) {
    const open = openRoundOf(post, social.id)
    if (open) await move(tx, approvalLifecycle, open.id, 'superseded', { closed_at: now })
  }
  await recordSkips(call, post, undecided, skipped)
  const isMoved = await movePostSocials(contextOf(call), undecided, 'approval_skipped', social => ({
    is_approved: false,
    is_unapproved: false,
    cleared_digest: digestIn(digests, social.id),
    approved_account_id: null,
  }))
  return isMoved ? null : refuse(socials)
}

/** Only before the post is sent for approval: an open round cannot be skipped (docs/product/approvals.md "Skipping"). */
const leaveForSending = async (
  call: ScopedCall,
  { post, socials, skipped }: Skip,
): Promise<Refusal | null> => {
  const unsent = socials.filter(isUnsent)
  const isOpen = socials.some(social => openRoundOf(post, social.id) !== null)
  if (unsent.length === 0 || isOpen) return refuse(socials)
  await recordSkips(call, post, unsent, skipped)
  return null
}

/** One entry for each skipped round; with master content only on the master, which has the history. */
const recordSkips = async (
  call: ScopedCall,
  post: LockedPost,
  socials: readonly LockedSocial[],
  skipped: readonly ApprovalType[],
): Promise<void> => {
  const master = masterOf(socials, post.masterNetwork)
  for (const social of master ? [master] : socials)
    for (const type of skipped)
      await recordAction(contextOf(call), social, noRound(type), { type: 'approval_skipped' })
}

const noRound = (type: ApprovalType) => ({ id: null, type })
