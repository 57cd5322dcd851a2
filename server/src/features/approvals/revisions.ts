import type { requestRevision, unapproveRound } from '#domain/approvals/contract.ts'
import { maySeeRound, revisionObstacle } from '#domain/approvals/rounds.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { can } from '#domain/permissions/can.ts'
import { storeMedia } from '#server/features/media/store-media.ts'
import type { Round } from '#server/features/posts/rounds.ts'
import { withdrawUnsent } from '#server/features/posts/withdraw-unsent.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { answerPost } from './get-approvals.ts'
import {
  followersIn,
  type HeldSocial,
  holdPostOf,
  isLedByMaster,
  latestRoundOf,
  readVotes,
  roundsOf,
} from './locked-post.ts'
import { actOf, moveAll, recordAction, takeFollowersOf, tell, uncleared } from './rounds.ts'

type Form = Input<typeof requestRevision>['body']
type Target = HeldSocial & { readonly round: Round }
type Refusal = Failure<'illegal_transition' | 'unsupported_media_type' | 'too_large'>

/** Sends a version back with what is to be done: from an open round, or from one that was approved ("Unapprove and request revision"). */
export const requestRevisionOfRound = async (
  { body }: Input<typeof requestRevision>,
  call: ScopedCall,
): Promise<Answer<typeof requestRevision>> => {
  const target = await holdTarget(call, body)
  if (!target) return fail('not_found')
  if (!hasWish(call, body)) return nothingWished
  const refusal = (await whyNotRevised(call, target)) ?? (await sendBack(call, target, body))
  return refusal ?? answerPost(call, target.post.id, call.now)
}

/** Why the caller cannot send this version back now, or null. A yes that stands may be taken back by whoever sees the round. */
const whyNotRevised = async (
  { tx, scope, person }: ScopedCall,
  target: Target,
): Promise<Failure<'illegal_transition' | 'already_decided' | 'not_your_turn' | 'forbidden'> | null> => {
  const { post, social, round } = target
  if (isStanding(target)) return null
  if (round.status === 'approved' && social.status !== 'approved') return fail('illegal_transition')
  if (round.status !== 'open') return fail('already_decided')
  if (isLedByMaster(post, social.id)) return fail('illegal_transition')
  const votes = await readVotes(tx, round.id)
  const obstacle = revisionObstacle(scope, person.userId, { type: round.type, votes })
  return obstacle === null ? null : fail(obstacle)
}

/** Takes an approval back; with a message, a checklist or pictures it is a request for revision. */
export const takeApprovalBack = async (
  { body }: Input<typeof unapproveRound>,
  call: ScopedCall,
): Promise<Answer<typeof unapproveRound>> => {
  const target = await holdTarget(call, body)
  if (!target) return fail('not_found')
  const { post, social } = target
  if (social.status === 'live') return fail('already_live')
  if (social.status === 'on_publishing') return fail('being_published')
  if (!isStanding(target)) return fail('illegal_transition')
  const isRevision = hasWish(call, body)
  if (isRevision && !can(call.scope, 'post.makeRevision')) return fail('forbidden')
  const refusal = isRevision ? await sendBack(call, target, body) : await unapprove(call, target)
  if (refusal) return refusal
  return answerPost(call, post.id, call.now)
}

/** The round that the form names, with its version held; null when it is not there, not the version's, or hidden from the caller. */
const holdTarget = async (call: ScopedCall, body: Form): Promise<Target | null> => {
  const { tx, scope } = call
  const named = await tx
    .selectFrom('approvals')
    .select(['post_social_id', 'type'])
    .where('id', '=', body.approval_id)
    .where('project_id', '=', scope.projectId)
    .executeTakeFirst()
  if (!named || !maySeeRound(scope, named.type)) return null
  const held = await holdUnsent(call, named.post_social_id)
  const round = held && roundsOf(held.post, held.social.id).find(one => one.id === body.approval_id)
  if (!held || !round) return null
  const isNamed =
    (body.post_social_id ?? held.social.id) === held.social.id &&
    (body.post_id ?? held.post.id) === held.post.id
  return isNamed ? { ...held, round } : null
}

/** Taking a yes back wins until something is sent: this version and those that its decision holds for are not on their way any more. */
const holdUnsent = async ({ tx, scope, person, now }: ScopedCall, id: number): Promise<HeldSocial | null> => {
  const held = await holdPostOf(tx, scope, id)
  if (held?.social.status !== 'on_publishing') return held
  const { post, social } = held
  await withdrawUnsent(tx, [social, ...followersIn(post, social)], { now, personId: person.userId })
  return holdPostOf(tx, scope, id)
}

const hasWish = ({ files }: ScopedCall, { message, checkboxes }: Form): boolean =>
  message.trim() !== '' || checkboxes.length > 0 || files.length > 0

const nothingWished = fail('validation_error', {
  message: 'Write a message, add a checklist item or a picture',
  errors: { message: ['Write a message, add a checklist item or a picture'] },
})

/** Whether the round is a yes that can be taken back: the latest of its kind, of a version that is approved and not on its way. */
const isStanding = ({ post, social, round }: Target): boolean =>
  social.status === 'approved' &&
  round.status === 'approved' &&
  latestRoundOf(post, social.id, round.type)?.id === round.id

const sendBack = async (call: ScopedCall, target: Target, body: Form): Promise<Refusal | null> => {
  const { post, social, round } = target
  const act = actOf(call)
  const isMoved = await move(call.tx, 'approvals', round.id, 'revision_requested', { closed_at: call.now })
  if (!isMoved) return fail('illegal_transition')
  const sentBack = [social, ...(await takeFollowersOf(act, post, social))]
  if (!(await moveAll(act, sentBack, 'revision_requested', uncleared))) return fail('illegal_transition')
  const actionId = await recordAction(act, social, round, {
    type: 'revision_requested',
    message: body.message.trim(),
  })
  await writeChecklist(call, actionId, body.checkboxes)
  const refusal = await attachPictures(call, actionId)
  if (refusal) return refusal
  await tell(act, 'approval.revision_requested', social, { round: round.type, approval_action_id: actionId })
  return null
}

const unapprove = async (call: ScopedCall, { post, social, round }: Target): Promise<Refusal | null> => {
  const act = actOf(call)
  const isMoved = await move(call.tx, 'approvals', round.id, 'unapproved', { closed_at: call.now })
  if (!isMoved) return fail('illegal_transition')
  const taken = [social, ...(await takeFollowersOf(act, post, social))]
  const set = () => ({ ...uncleared(), is_unapproved: true })
  if (!(await moveAll(act, taken, 'unapproved', set))) return fail('illegal_transition')
  await recordAction(act, social, round, { type: 'unapproved' })
  await tell(act, 'approval.unapproved', social, { round: round.type })
  return null
}

const writeChecklist = async (
  { tx }: ScopedCall,
  actionId: number,
  checkboxes: Form['checkboxes'],
): Promise<void> => {
  if (checkboxes.length === 0) return
  const rows = checkboxes.map((item, position) => ({ approval_action_id: actionId, ...item, position }))
  await tx.insertInto('approval_checkboxes').values(rows).execute()
}

/** Pictures only, told by their content. (Document 2 section 5, "Conversation attachments accept images only".) */
const attachPictures = async (call: ScopedCall, actionId: number): Promise<Refusal | null> => {
  for (const [position, file] of call.files.entries()) {
    const media = await storeMedia(call, file, 'images')
    if (isFailure(media)) return media as Refusal
    await call.tx
      .insertInto('approval_action_attachments')
      .values({ approval_action_id: actionId, media_id: media.id, position })
      .execute()
  }
  return null
}
