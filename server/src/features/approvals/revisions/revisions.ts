import type * as contract from '#domain/approvals/contract.ts'
import { audienceOfRound } from '#domain/approvals/questions.ts'
import { maySeeRound } from '#domain/approvals/rounds.ts'
import { approvalLifecycle } from '#domain/approvals/status.ts'
import type { Input } from '#domain/kernel/endpoint.ts'
import { type Failure, isFailure } from '#domain/kernel/failure.ts'
import { isEmptyText, writtenText } from '#domain/kernel/text.ts'
import { isVisibleTo } from '#domain/posts/status.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import { contextOf, emitRoundEvent, recordAction } from '#server/features/approvals/history.ts'
import {
  followersIn,
  type LockedVersion,
  latestRoundOf,
  lockPostOf,
  roundsOf,
} from '#server/features/approvals/locked-post.ts'
import { closeRoundsOfFollowers, movePostSocials, uncleared } from '#server/features/approvals/rounds.ts'
import { keepReviewed } from '#server/features/approvals/snapshots/reviewed-contents.ts'
import { addMarks } from '#server/features/marks/marks.ts'
import { storePictures } from '#server/features/media/conversation-pictures.ts'
import { checkMentions } from '#server/features/notes/notes.ts'
import type { Round } from '#server/features/posts/rounds.ts'
import { withdrawUnsent } from '#server/features/posts/withdraw-unsent.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

type Form = Input<typeof contract.requestRevision>['body']

/** How a call names a round, with what else it says of it. */
type NamedRound = Pick<Form, 'approval_id' | 'post_social_id' | 'post_id'>

export type Target = LockedVersion & { readonly round: Round }

export type Refusal = Failure<
  'illegal_transition' | 'validation_error' | 'unsupported_media_type' | 'too_large'
>

/** The round to take back, with its version locked and withdrawn from publishing; null as for `lockRound`. */
export const lockTarget = (call: ScopedCall, body: Form): Promise<Target | null> =>
  lockRound(call, body, postSocialId => lockUnsent(call, postSocialId))

/**
 * The round that the call names, with its version locked; null if it does not exist, belongs to another version, or is hidden from the
 * caller.
 */
export const lockRound = async (
  call: ScopedCall,
  body: NamedRound,
  lock: (postSocialId: number) => Promise<LockedVersion | null>,
): Promise<Target | null> => {
  const { tx, scope } = call
  const named = await tx
    .selectFrom('approvals')
    .select(['post_social_id', 'type'])
    .where('id', '=', body.approval_id)
    .where('project_id', '=', scope.projectId)
    .executeTakeFirst()
  if (!named || !maySeeRound(scope, named.type)) return null
  const locked = await lock(named.post_social_id)
  const round = locked && roundsOf(locked.post, locked.social.id).find(one => one.id === body.approval_id)
  if (!locked || !round || !isVisibleTo(locked.social, scope.role)) return null
  const isNamed =
    (body.post_social_id ?? locked.social.id) === locked.social.id &&
    (body.post_id ?? locked.post.id) === locked.post.id
  return isNamed ? { ...locked, round } : null
}

/** Taking an approval back wins until something is sent: this version, and those that share its outcome, stop publishing. */
const lockUnsent = async (
  { tx, scope, person, now }: ScopedCall,
  id: number,
): Promise<LockedVersion | null> => {
  const locked = await lockPostOf(tx, scope, id)
  if (locked?.social.status !== 'on_publishing') return locked
  const { post, social } = locked
  await withdrawUnsent(tx, [social, ...followersIn(post, social)], { now, personId: person.userId })
  return lockPostOf(tx, scope, id)
}

export const hasRevision = ({ files }: ScopedCall, { message, checkboxes, marks }: Form): boolean =>
  !isEmptyText(message) || checkboxes.length > 0 || files.length > 0 || marks.length > 0

/** Whether the round's approval can be taken back: it is the latest of its kind, and the version is approved and not being published. */
export const canBeTakenBack = ({ post, social, round }: Target): boolean =>
  social.status === 'approved' &&
  round.status === 'approved' &&
  latestRoundOf(post, social.id, round.type)?.id === round.id

export const requestChanges = async (
  call: ScopedCall,
  target: Target,
  body: Form,
): Promise<Refusal | null> => {
  const { post, social, round } = target
  const mentions = await checkMentions(call, audienceOfRound(round), body.mentions)
  if (isFailure(mentions)) return mentions
  const context = contextOf(call)
  const isMoved = await move(call.tx, approvalLifecycle, round.id, 'revision_requested', {
    closed_at: call.now,
  })
  if (!isMoved) return statusRefusal([social.status])
  const sentBack = [social, ...(await closeRoundsOfFollowers(context, post, social))]
  const set = () => ({ ...uncleared(), sent_back_in: round.type })
  if (!(await movePostSocials(context, sentBack, 'revision_requested', set)))
    return statusRefusal([social.status])
  const actionId = await recordAction(context, social, round, {
    type: 'revision_requested',
    message: writtenText(body.message),
  })
  await keepReviewed(context, [{ actionId, postSocialId: social.id }])
  await writeChecklist(call, actionId, body.checkboxes)
  const refusal =
    (await addMarks(call, { approval_action_id: actionId }, social, body.marks)) ??
    (await attachPictures(call, actionId))
  if (refusal) return refusal
  await emitRoundEvent(context, 'approval.revision_requested', social, {
    round: round.type,
    approval_action_id: actionId,
    ...(mentions.length > 0 && { mentions }),
  })
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

/** Adds the call's files to a request for revision, after the pictures that it has. */
export const attachPictures = async (
  call: ScopedCall,
  actionId: number,
  after = 0,
): Promise<Failure<'unsupported_media_type' | 'too_large'> | null> => {
  const mediaIds = await storePictures(call)
  if (isFailure(mediaIds)) return mediaIds
  const rows = mediaIds.map((media_id, index) => ({
    approval_action_id: actionId,
    project_id: call.scope.projectId,
    media_id,
    position: after + index,
  }))
  if (rows.length > 0) await call.tx.insertInto('approval_action_attachments').values(rows).execute()
  return null
}
