import { isEditableEntry, isRequest, isStart } from '#domain/approvals/questions.ts'
import { maySeeRound } from '#domain/approvals/rounds.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { isVisibleTo } from '#domain/posts/status.ts'
import { contextOf, emitRoundEvent, findAction } from '#server/features/approvals/history.ts'
import { lockPostOf } from '#server/features/approvals/locked-post.ts'
import { withoutNames } from '#server/features/marks/marks.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

export type OwnEntry = { readonly action: Row<'approval_actions'>; readonly social: LockedSocial }

/** The caller's own request for revision or message of a sending, locked with its post, or why it cannot be changed. */
export const lockOwnRevision = (call: ScopedCall, actionId: number) => lockOwnEntry(call, actionId, isRequest)

/** The caller's own entry of the history, if it is of this kind, locked with its post; or why it cannot be changed. */
export const lockOwnEntry = async (
  call: ScopedCall,
  actionId: number,
  isOfKind: (action: Row<'approval_actions'>) => boolean,
): Promise<OwnEntry | Failure<'not_found' | 'forbidden' | 'stale_version'>> => {
  const { tx, scope, person } = call
  const named = await tx
    .selectFrom('approval_actions')
    .select(['post_social_id', 'round'])
    .where('id', '=', actionId)
    .where('project_id', '=', scope.projectId)
    .executeTakeFirst()
  if (!named?.round || !maySeeRound(scope, named.round)) return fail('not_found')
  const locked = await lockPostOf(tx, scope, named.post_social_id)
  if (!locked || !isVisibleTo(locked.social, scope.role)) return fail('not_found')
  // Read after the lock: a decision that was under way has been recorded by now.
  const actions = await tx
    .selectFrom('approval_actions')
    .selectAll()
    .where('post_social_id', '=', locked.social.id)
    .orderBy('id', 'desc')
    .execute()
  const action = actions.find(({ id }) => id === actionId)
  if (!action) return fail('not_found')
  if (action.created_by !== person.userId || !isOfKind(action)) return fail('forbidden')
  return isEditableEntry(action, actions) ? { action, social: locked.social } : actedUpon
}

const actedUpon = fail('stale_version', {
  message: 'Somebody has acted on this in the meantime, so it can no longer be changed.',
})

const emptyText = 'Write a message, add a checklist item or a picture'
/** The message with which a post was sent has no checklist and no pictures, and is not taken back. */
export const startRefusal = (message: string, hasMore: boolean): Failure<'validation_error'> | null => {
  if (hasMore)
    return fail('validation_error', { message: 'Only a request for revision has a checklist or images.' })
  return message === ''
    ? fail('validation_error', { message: writeText, errors: { message: [writeText] } })
    : null
}
const writeText = 'Write a message.'

/** A request for revision that says nothing. */
export const emptyRevision = fail('validation_error', {
  message: emptyText,
  errors: { message: [emptyText] },
})

/** Writes what an entry says now, and when it was changed. */
export const writeMessage = (
  { tx, now }: ScopedCall,
  { action }: OwnEntry,
  message: string | null,
): Promise<unknown> =>
  tx.updateTable('approval_actions').set({ message, edited_at: now }).where('id', '=', action.id).execute()

/** How the entry reads now; tells open screens that it has changed. */
export const answerRevision = async (call: ScopedCall, { action, social }: OwnEntry) => {
  const type = isStart(action) ? 'approval.message_edited' : 'approval.revision_edited'
  await emitRoundEvent(contextOf(call), type, social, {
    round: action.round,
    approval_action_id: action.id,
  })
  const { publicUrl } = call.services.config
  const changed = await findAction(call.tx, action.id, publicUrl)
  if (!changed) throw new Error(`approval action ${action.id} vanished while it was locked`)
  const { message, checkboxes, attachments, marks } = changed
  // Its author may be a client.
  return withoutNames({ message, checkboxes, attachments, ...(marks && { marks }) })
}
