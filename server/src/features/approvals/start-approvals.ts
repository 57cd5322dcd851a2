import { type Approver, actorOf, canBeChosen } from '#domain/approvals/approvers.ts'
import type * as contract from '#domain/approvals/contract.ts'
import { sendingObstacle } from '#domain/approvals/eligibility.ts'
import { roundsOnPlan } from '#domain/approvals/plan.ts'
import { hasRoundRole, masterOf } from '#domain/approvals/rounds.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, type FieldErrors, fail, isFailure } from '#domain/kernel/failure.ts'
import { type ApprovalType, approvalTypes, unsentStatuses } from '#domain/posts/status.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import { freezeLinkedPages } from '#server/features/posts/linked-pages.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import { move } from '#server/features/posts/move.ts'
import { findOutgoingProblems } from '#server/features/posts/outgoing-problems.ts'
import { readPosts } from '#server/features/posts/posts.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { contextOf, emitRoundEvent } from './history.ts'
import { type LockedPost, lockPosts, roundsOf } from './locked-post.ts'
import { movePostSocials, openRound, uncleared } from './rounds.ts'

type Body = Input<typeof contract.startApprovals>['body']
type Refusal = Extract<Answer<typeof contract.startApprovals>, Failure>

/** Sends posts for approval, or sends them again: all or none. Each gets new rounds; earlier ones stay in the history. */
export const startApprovals = async (
  { body }: Input<typeof contract.startApprovals>,
  call: ScopedCall,
): Promise<Answer<typeof contract.startApprovals>> => {
  const { tx, scope, now } = call
  const postIds = [...new Set(body.posts_ids)]
  const posts = await lockPosts(tx, scope, postIds)
  if (!posts) return fail('not_found')
  const people = await listPeople(tx, scope, call.services.config.publicUrl)
  const unfit = invalidApprovers(body, people)
  if (unfit) return unfit
  for (const post of posts) {
    const refusal = await sendPost(call, post, body, people)
    if (refusal) return postIds.length === 1 ? refusal : withPostPath(refusal, post.id, postIds)
  }
  const sent = await readPosts(tx, viewerOf(call), postIds, now)
  return sent.map(post => ({ post_id: post.id, post }))
}

/** The refusal of one post of a batch, with the post's place in the list as a prefix of each field. */
const withPostPath = (refusal: Refusal, postId: number, postIds: readonly number[]): Refusal => {
  const place = `posts_ids.${postIds.indexOf(postId)}`
  const entries = Object.entries(refusal.errors ?? {})
  const errors: FieldErrors =
    entries.length > 0
      ? Object.fromEntries(entries.map(([field, texts]) => [`${place}.${field}`, texts]))
      : { [place]: [refusal.message] }
  return { ...refusal, errors }
}

const chosenIn = (body: Body): Readonly<Record<ApprovalType, number[]>> => ({
  internal: [...new Set(body.concrete_internal_approver_id)],
  external: [...new Set(body.concrete_external_approver_id)],
})

/** Only people of the project whose role fits the round may be chosen (docs/product/approvals.md "Approver choices"). */
const invalidApprovers = (body: Body, people: readonly Approver[]): Failure<'validation_error'> | null => {
  const errors: FieldErrors = {}
  for (const type of approvalTypes)
    for (const [index, id] of body[`concrete_${type}_approver_id`].entries()) {
      const person = people.find(one => one.id === id)
      if (!person || !canBeChosen(person, type))
        errors[`concrete_${type}_approver_id.${index}`] = [
          `This person cannot be an ${type} approver of the project`,
        ]
    }
  return Object.keys(errors).length > 0 ? fail('validation_error', { errors }) : null
}

const refuse = (post: LockedPost) => statusRefusal(post.socials.map(({ status }) => status))

const sendPost = async (
  call: ScopedCall,
  stored: LockedPost,
  body: Body,
  people: readonly Approver[],
): Promise<Refusal | null> => {
  const { tx, scope, now } = call
  const versions = versionsToSend(stored, body.post_social_id)
  if (isFailure(versions)) return versions
  const { carriers, sent } = versions
  const scheduledAt = stored.schedule?.datetime ?? null
  const obstacle = sendingObstacle({ socials: stored.socials, scheduledAt }, scope.settings, now)
  if (obstacle === 'illegal_transition') return refuse(stored)
  if (obstacle) return fail(obstacle)
  const problems = await findOutgoingProblems(tx, sent, call.services.config.publicUrl)
  if (problems) return fail('post_has_problems', { errors: problems })
  const { post, first } = await storePlan(call, stored, body, people)
  if (first === null || !people.some(person => hasRoundRole(actorOf(person), first)))
    return fail('no_approvers')
  const context = contextOf(call)
  for (const social of carriers) {
    await supersedeEarlierRounds(call, post, social)
    const number = Math.max(0, ...roundsOf(post, social.id).map(round => round.round)) + 1
    await openRound(context, post, social, { type: first, number, message: body.message }, people)
    await emitRoundEvent(context, 'approval.started', social, { round: first })
  }
  await freezeLinkedPages(tx, sent)
  const started = first === 'internal' ? 'internal_round_started' : 'external_round_started'
  return (await movePostSocials(context, sent, started, uncleared)) ? null : refuse(post)
}

/** The versions that are sent for approval, and those of them that have the rounds: with master content only the master. */
const versionsToSend = (
  post: LockedPost,
  postSocialId: number | undefined,
): { carriers: LockedSocial[]; sent: LockedSocial[] } | Refusal => {
  const unsent = post.socials.filter(social => unsentStatuses.includes(social.status))
  const master = masterOf(unsent, post.masterNetwork)
  if (postSocialId === undefined) return { carriers: master ? [master] : unsent, sent: unsent }
  if (post.socials.every(social => social.id !== postSocialId)) return fail('not_found')
  if (master)
    return master.id === postSocialId
      ? { carriers: [master], sent: unsent }
      : fail('validation_error', {
          errors: { post_social_id: [`The approval runs on ${master.social_network}`] },
        })
  const named = unsent.filter(social => social.id === postSocialId)
  return named.length > 0 ? { carriers: named, sent: named } : refuse(post)
}

/**
 * Stores who was chosen and finds the first round. Sending a post whose rounds were all skipped means a change of mind: nothing is
 * skipped any more.
 */
const storePlan = async (
  { tx }: ScopedCall,
  stored: LockedPost,
  body: Body,
  people: readonly Approver[],
): Promise<{ post: LockedPost; first: ApprovalType | null }> => {
  const skipped = roundsOnPlan(stored.skipped, people).length > 0 ? stored.skipped : []
  const plan = roundsOnPlan(skipped, people)
  const requested = chosenIn(body)
  const chosen = {
    internal: plan.includes('internal') ? requested.internal : [],
    external: plan.includes('external') ? requested.external : [],
  }
  await tx
    .updateTable('posts')
    .set({
      skipped_approvals: [...skipped],
      concrete_internal_approver: chosen.internal,
      concrete_external_approver: chosen.external,
    })
    .where('id', '=', stored.id)
    .execute()
  return { post: { ...stored, skipped, chosen }, first: plan[0] ?? null }
}

/** Approvals of an earlier submission no longer count; their rounds stay in the history. */
const supersedeEarlierRounds = async (
  { tx, now }: ScopedCall,
  post: LockedPost,
  social: LockedSocial,
): Promise<void> => {
  for (const round of roundsOf(post, social.id))
    if (round.status === 'approved' || round.status === 'open')
      await move(tx, 'approvals', round.id, 'superseded', {
        closed_at: round.closed_at ? new Date(round.closed_at) : now,
      })
}
