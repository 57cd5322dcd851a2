import type * as contract from '#domain/approvals/conversation-contract.ts'
import type { ApprovalAction } from '#domain/approvals/model.ts'
import { audienceOfRound, isRoundDiscussed } from '#domain/approvals/questions.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import { contextOf, emitRoundEvent, findAction, recordAction } from '#server/features/approvals/history.ts'
import { lockPostOf, roundsOf } from '#server/features/approvals/locked-post.ts'
import { addMarks, changeMarks } from '#server/features/marks/marks.ts'
import { checkMentions } from '#server/features/notes/notes.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { lockOwnEntry, writeMessage } from './own-revision.ts'
import { lockRound, type Target } from './revisions.ts'

type Body = Input<typeof contract.askRevisionQuestion>['body']

/** The round that a question or an answer is about, locked, or why nothing can be said about it any more. */
export const lockDiscussed = async (
  call: ScopedCall,
  body: Body,
): Promise<Target | Failure<'not_found' | 'illegal_transition'>> => {
  const target = await lockRound(call, body, id => lockPostOf(call.tx, call.scope, id))
  if (!target) return fail('not_found')
  const { post, social, round } = target
  if (isRoundDiscussed(round, roundsOf(post, social.id), social.status)) return target
  return social.status === 'live' || social.status === 'on_publishing'
    ? statusRefusal([social.status])
    : fail('illegal_transition', { message: 'This round is over. Look at the newest one.' })
}

const events = {
  question_pushed: 'approval.question_asked',
  answer_pushed: 'approval.question_answered',
} as const

/** Adds the question or the answer to the history of its round. */
export const recordMessage = async (
  call: ScopedCall,
  { social, round }: Target,
  type: keyof typeof events,
  { message, marks, mentions: named }: Pick<Body, 'message' | 'marks' | 'mentions'>,
): Promise<ApprovalAction | Failure<'validation_error'>> => {
  const mentions = await checkMentions(call, audienceOfRound(round), named)
  if (isFailure(mentions)) return mentions
  const context = contextOf(call)
  const approval_action_id = await recordAction(context, social, round, { type, message })
  const refusal = await addMarks(call, { approval_action_id }, social, marks)
  if (refusal) return refusal
  await emitRoundEvent(context, events[type], social, {
    round: round.type,
    approval_action_id,
    ...(mentions.length > 0 && { mentions }),
  })
  return readMessage(call, approval_action_id)
}

const changes = {
  question_pushed: 'approval.question_edited',
  answer_pushed: 'approval.answer_edited',
} as const

/** Changes one's own question or answer while nobody has acted after it. Open screens hear of it, and nobody is notified again. */
export const changeMessage = async (
  call: ScopedCall,
  type: keyof typeof changes,
  {
    approval_action_id,
    message,
    marks,
    removed_marks: removed,
  }: Input<typeof contract.updateRevisionQuestion>['body'],
): Promise<Answer<typeof contract.updateRevisionQuestion>> => {
  const own = await lockOwnEntry(call, approval_action_id, action => action.type === type)
  if (isFailure(own)) return own
  const refusal = await changeMarks(call, { approval_action_id }, own.social, { marks, removed })
  if (refusal) return refusal
  await writeMessage(call, own, message)
  const { round } = own.action
  await emitRoundEvent(contextOf(call), changes[type], own.social, { round, approval_action_id })
  return readMessage(call, approval_action_id)
}

const readMessage = async (call: ScopedCall, id: number): Promise<ApprovalAction> => {
  const action = await findAction(call.tx, id, call.services.config.publicUrl)
  if (!action) throw new Error(`approval action ${id} vanished while it was written`)
  return action
}
