import type * as contract from '#domain/approvals/conversation-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { findAction } from '#server/features/approvals/history.ts'
import { deleteMedias } from '#server/features/media/medias.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { answerRevision, emptyRevision, lockOwnRevision } from './own-revision.ts'

/** Removes a picture from one's own request for revision. What would be left empty keeps it. */
export const deleteRevisionAttachment = async (
  { params }: Input<typeof contract.deleteRevisionAttachment>,
  call: ScopedCall,
): Promise<Answer<typeof contract.deleteRevisionAttachment>> => {
  const { tx, scope, now, services } = call
  const attachment = await tx
    .selectFrom('approval_action_attachments')
    .select(['approval_action_id', 'media_id'])
    .where('id', '=', params.pictureId)
    .where('project_id', '=', scope.projectId)
    .executeTakeFirst()
  if (!attachment) return fail('not_found')
  const revision = await lockOwnRevision(call, attachment.approval_action_id)
  if (isFailure(revision)) return revision
  const action = await findAction(tx, revision.action.id, services.config.publicUrl)
  if (!action?.attachments.some(({ id }) => id === params.pictureId)) return false
  const { message, checkboxes, marks = [], attachments } = action
  if (message === null && checkboxes.length + marks.length === 0 && attachments.length === 1)
    return emptyRevision
  // The row stays, so that a second removal can be distinguished from a stranger's; the file is purged with its media.
  await deleteMedias(tx, [attachment.media_id], now)
  await answerRevision(call, revision)
  return true
}
