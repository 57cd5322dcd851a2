import { type Approver, actorOf, canBeChosen } from '#domain/approvals/approvers.ts'
import type * as contract from '#domain/approvals/contract.ts'
import { sendingObstacle } from '#domain/approvals/eligibility.ts'
import { roundsOnPlan, stepProblems } from '#domain/approvals/plan.ts'
import { hasRoundRole, masterOf } from '#domain/approvals/rounds.ts'
import { approvalLifecycle } from '#domain/approvals/status.ts'
import { type SendingRecord, sendingNotifiedAt } from '#domain/approvals/undo.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, type FieldErrors, fail, isFailure } from '#domain/kernel/failure.ts'
import { type ApprovalType, approvalTypes, unsentStatuses } from '#domain/posts/status.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import { contextOf, emitRoundEvent } from '#server/features/approvals/history.ts'
import { type LockedPost, lockPosts, roundsOf, skippedBy } from '#server/features/approvals/locked-post.ts'
import { movePostSocials, type OpenedRound, openRound, uncleared } from '#server/features/approvals/rounds.ts'
import { keepReviewed } from '#server/features/approvals/snapshots/reviewed-contents.ts'
import { freezeLinkedPages } from '#server/features/posts/link-previews/linked-pages.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import { findOutgoingProblems } from '#server/features/posts/outgoing-problems.ts'
import { readPosts } from '#server/features/posts/posts.ts'
import type { Round } from '#server/features/posts/rounds.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import { listPeople } from '#server/features/projects/people.ts'
import { move } from '#server/platform/db/move.ts'
import { sendDueNotificationsQueue } from '#server/platform/events/notified.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { recordSending, storePlan, toRecord, toRefusalRow } from './sendings.ts'

type Body = Input<typeof contract.startApprovals>['body']
type Refusal = Extract<Answer<typeof contract.startApprovals>, Failure>

/**
 * Sends posts for approval, or sends them again: all or none, or with `is_partial` those that can be sent. Each gets new rounds; earlier
 * ones stay in the history. What was changed is recorded, so that it can be undone.
 */
export const startApprovals = async (
  { body }: Input<typeof contract.startApprovals>,
  call: ScopedCall,
): Promise<Answer<typeof contract.startApprovals>> => {
  const { tx, scope, now } = call
  const postIds = [...new Set(body.posts_ids)]
  const posts = await lockPosts(tx, scope, postIds)
  if (!posts) return fail('not_found')
  const people = await listPeople(tx, scope, call.services.config.publicUrl)
  const unfit = invalidApprovers(body, people) ?? pastDeadline(body, now) ?? unfitSteps(body, now)
  if (unfit) return unfit
  const refusals = new Map<number, Refusal>()
  const records = new Map<number, SendingRecord>()
  for (const post of posts) {
    const planned = await planSending(call, post, body, people)
    if (!isFailure(planned)) records.set(post.id, await sendPost(call, planned, body, people))
    else if (body.is_partial) refusals.set(post.id, planned)
    else return postIds.length === 1 ? planned : withPostPath(planned, post.id, postIds)
  }
  if (records.size > 0)
    await call.services.jobs.enqueue(tx, sendDueNotificationsQueue, {}, { runAt: notifiedAt(call) })
  const undo = await recordSending(call, records)
  const read = await readPosts(tx, viewerOf(call), postIds, now)
  return read.map(post => {
    const refusal = refusals.get(post.id)
    return { post_id: post.id, post, ...(refusal ? refusedRow(refusal) : { refusal: null, undo }) }
  })
}

const refusedRow = (refusal: Refusal) => ({ refusal: toRefusalRow(refusal), undo: null })

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
  const named = [
    ...approvalTypes.map(type => ({
      type,
      ids: body[`concrete_${type}_approver_id`],
      field: `concrete_${type}_approver_id`,
    })),
    ...body.external_steps.map(({ approvers: ids }, index) => ({
      type: 'external' as const,
      ids,
      field: `external_steps.${index}.approvers`,
    })),
  ]
  const errors: FieldErrors = {}
  for (const { type, ids, field } of named)
    for (const [place, id] of ids.entries()) {
      const person = people.find(one => one.id === id)
      if (!person || !canBeChosen(person, type))
        errors[`${field}.${place}`] = [`This person cannot be an ${type} approver of the project`]
    }
  return Object.keys(errors).length > 0 ? fail('validation_error', { errors }) : null
}

/** Steps in which somebody is asked before those they should follow, or twice. */
const unfitSteps = (body: Body, now: Date): Failure<'validation_error'> | null => {
  const sent = {
    first: chosenIn(body).external,
    firstBy: deadlineIn(body),
    later: body.external_steps,
  }
  const errors = [...stepProblems(sent, now)].map(([index, text]) => [`external_steps.${index}`, [text]])
  return errors.length > 0 ? fail('validation_error', { errors: Object.fromEntries(errors) }) : null
}

const deadlineIn = ({ decide_by }: Body): Date | null =>
  decide_by === undefined ? null : new Date(decide_by)

const pastDeadline = ({ decide_by }: Body, now: Date): Failure<'validation_error'> | null =>
  decide_by === undefined || new Date(decide_by) > now
    ? null
    : fail('validation_error', { errors: { decide_by: ['Choose a time in the future'] } })

const refuse = (post: LockedPost) => statusRefusal(post.socials.map(({ status }) => status))

/** A version that has rounds, with the one that it begins with and what it skips itself. */
type Carrier = {
  readonly social: LockedSocial
  readonly first: ApprovalType
  readonly skipped: ApprovalType[]
}

/** A post that can be sent: with whom it is planned, and the rounds that it begins with. */
type PlannedPost = {
  readonly post: LockedPost
  readonly carriers: readonly Carrier[]
  readonly sent: readonly LockedSocial[]
  /** The post before it is sent. */
  readonly stored: LockedPost
}

/** Checks everything before the first write: a post of a batch that is refused must not be sent in part. */
const planSending = async (
  call: ScopedCall,
  stored: LockedPost,
  body: Body,
  people: readonly Approver[],
): Promise<PlannedPost | Refusal> => {
  const { tx, scope, now } = call
  const versions = versionsToSend(stored, body.post_social_id)
  if (isFailure(versions)) return versions
  const scheduledAt = stored.schedule?.datetime ?? null
  const obstacle = sendingObstacle({ socials: stored.socials, scheduledAt }, scope.settings, now)
  if (obstacle === 'illegal_transition') return refuse(stored)
  if (obstacle) return fail(obstacle)
  const problems = await findOutgoingProblems(tx, versions.sent, call.services.config.publicUrl)
  if (problems) return fail('post_has_problems', { errors: problems })
  const planned = planOf(stored, versions.carriers, body, people)
  const canBegin = ({ first }: Carrier) => people.some(person => hasRoundRole(actorOf(person), first))
  if (!planned.carriers.every(canBegin)) return fail('no_approvers')
  return { ...planned, sent: versions.sent, stored }
}

const notifiedAt = ({ now, services }: ScopedCall): Date =>
  sendingNotifiedAt(now, services.config.SEND_UNDO_SECONDS)

/** @returns what was changed, for Undo */
const sendPost = async (
  call: ScopedCall,
  { post, carriers, sent, stored }: PlannedPost,
  body: Body,
  people: readonly Approver[],
): Promise<SendingRecord> => {
  const context = contextOf(call)
  await storePlan(call, post)
  const notifyFrom = notifiedAt(call)
  const superseded: Round[] = []
  const opened: OpenedRound[] = []
  for (const { social, first } of carriers) {
    superseded.push(...(await supersedeEarlierRounds(call, post, social)))
    const number = Math.max(0, ...roundsOf(post, social.id).map(round => round.round)) + 1
    opened.push(
      await openRound(context, post, social, { type: first, number, message: body.message }, people),
    )
    await emitRoundEvent(context, 'approval.started', social, { round: first }, notifyFrom)
  }
  await freezeLinkedPages(call.tx, sent)
  for (const social of sent) {
    // With master content the others wait with the master, whose rounds are the only ones.
    const carrier = carriers.find(one => one.social.id === social.id) ?? carriers[0]
    const started = carrier?.first === 'external' ? 'external_round_started' : 'internal_round_started'
    const skipped_approvals = carrier?.social === social ? carrier.skipped : social.skipped_approvals
    // The versions are locked, and their statuses were checked.
    if (!(await movePostSocials(context, [social], started, () => ({ ...uncleared(), skipped_approvals }))))
      throw new Error(`post ${post.id} could not be moved to its first round`)
  }
  await keepReviewed(context, opened)
  return toRecord(stored, sent, superseded, opened)
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
 * The post with who was chosen, and the first round of each version. Sending what had skipped all rounds means a change of mind: nothing is
 * skipped any more.
 */
const planOf = (
  stored: LockedPost,
  socials: readonly LockedSocial[],
  body: Body,
  people: readonly Approver[],
): Pick<PlannedPost, 'post' | 'carriers'> => {
  const isLeft = (skipped: readonly ApprovalType[]) => roundsOnPlan(skipped, people).length > 0
  const post = { ...stored, skipped: isLeft(stored.skipped) ? stored.skipped : [] }
  const plans = socials.map(social => {
    const skipped = isLeft(skippedBy(post, social)) ? social.skipped_approvals : []
    return { social, skipped, plan: roundsOnPlan(skippedBy(post, { skipped_approvals: skipped }), people) }
  })
  const requested = chosenIn(body)
  const isRequested = (type: ApprovalType) => plans.some(({ plan }) => plan.includes(type))
  const chosen = {
    internal: isRequested('internal') ? requested.internal : [],
    external: isRequested('external') ? requested.external : [],
  }
  return {
    post: {
      ...post,
      chosen,
      laterSteps: isRequested('external') ? body.external_steps : [],
      deadlineAt: deadlineIn(body),
    },
    carriers: plans.map(({ plan, ...carrier }) => ({ ...carrier, first: plan[0] ?? 'internal' })),
  }
}

/**
 * Approvals of an earlier submission no longer count; their rounds stay in the history.
 * @returns these rounds as they were
 */
const supersedeEarlierRounds = async (
  { tx, now }: ScopedCall,
  post: LockedPost,
  social: LockedSocial,
): Promise<Round[]> => {
  const current = roundsOf(post, social.id).filter(({ status }) => status === 'approved' || status === 'open')
  for (const round of current)
    await move(tx, approvalLifecycle, round.id, 'superseded', {
      closed_at: round.closed_at ? new Date(round.closed_at) : now,
    })
  return current
}
