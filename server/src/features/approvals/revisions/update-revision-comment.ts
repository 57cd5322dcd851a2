import type * as contract from '#domain/approvals/conversation-contract.ts'
import { REVISION_PICTURES_MAX } from '#domain/approvals/limits.ts'
import { isStart } from '#domain/approvals/questions.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { writtenText } from '#domain/kernel/text.ts'
import { findAction } from '#server/features/approvals/history.ts'
import { changeMarks, countMarks } from '#server/features/marks/marks.ts'
import { withConvertedPictures } from '#server/features/media/conversation-pictures.ts'
import { deleteMedias } from '#server/features/media/medias.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { answerRevision, emptyRevision, lockOwnRevision, startRefusal, writeMessage } from './own-revision.ts'
import { attachPictures } from './revisions.ts'

type Body = Input<typeof contract.updateRevisionComment>['body']

/** Changes one's own request for revision, or the message of one's own sending, while nobody has acted on it (docs/product/approvals.md "Changing a request"). */
export const updateRevisionComment = async (
  { body }: Input<typeof contract.updateRevisionComment>,
  received: ScopedCall,
): Promise<Answer<typeof contract.updateRevisionComment>> => {
  const call = await withConvertedPictures(received)
  if (isFailure(call)) return call
  const { tx, services, files } = call
  const revision = await lockOwnRevision(call, body.approval_action_id)
  if (isFailure(revision)) return revision
  const { action } = revision
  if ((body.approval_id ?? action.approval_id) !== action.approval_id) return fail('not_found')
  const message = writtenText(body.message)
  const refused = isStart(action)
    ? startRefusal(message, body.checkboxes.length + body.marks.length + files.length > 0)
    : null
  if (refused) return refused
  if (!(await removePictures(call, action.id, body.removed_attachments))) return fail('not_found')
  const before = await findAction(tx, action.id, services.config.publicUrl)
  const pictures = before?.attachments.length ?? 0
  const changed = await changeMarks(call, { approval_action_id: action.id }, revision.social, {
    marks: body.marks,
    removed: body.removed_marks,
  })
  if (changed) return changed
  const places = await countMarks(tx, { approval_action_id: action.id })
  if (message === '' && body.checkboxes.length + places + pictures + files.length === 0) return emptyRevision
  if (pictures + files.length > REVISION_PICTURES_MAX) return tooMany
  await writeMessage(call, revision, message || null)
  const kept = (before?.checkboxes ?? []).map(({ id }) => id)
  const refusal =
    (await rewriteChecklist(call, action.id, body.checkboxes, kept)) ??
    (await attachPictures(call, action.id, await nextPosition(call, action.id)))
  return refusal ?? answerRevision(call, revision)
}

const tooManyText = `At most ${REVISION_PICTURES_MAX} images can be attached.`
const tooMany = fail('validation_error', { message: tooManyText, errors: { attachments: [tooManyText] } })

/** False: one of them was never the entry's. Their rows stay; the files are purged with their media. */
const removePictures = async (
  { tx, now }: ScopedCall,
  actionId: number,
  pictureIds: readonly number[],
): Promise<boolean> => {
  if (pictureIds.length === 0) return true
  const rows = await tx
    .selectFrom('approval_action_attachments')
    .select('media_id')
    .where('approval_action_id', '=', actionId)
    .where('id', 'in', pictureIds)
    .execute()
  await deleteMedias(
    tx,
    rows.map(({ media_id }) => media_id),
    now,
  )
  return rows.length === new Set(pictureIds).size
}

const nextPosition = async ({ tx }: ScopedCall, actionId: number): Promise<number> =>
  (
    await tx
      .selectFrom('approval_action_attachments')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('approval_action_id', '=', actionId)
      .executeTakeFirstOrThrow()
  ).count

/** Items that stay keep what has been ticked in the meantime: the person who works through the list must not lose it to an edit. */
const rewriteChecklist = async (
  { tx }: ScopedCall,
  actionId: number,
  items: Body['checkboxes'],
  known: readonly number[],
): Promise<Failure<'validation_error'> | null> => {
  const named = items.flatMap(({ id }) => id ?? [])
  const unknown = items.findIndex(({ id }) => id !== undefined && !known.includes(id))
  if (unknown >= 0 || new Set(named).size < named.length)
    return fail('validation_error', {
      errors: { [`checkboxes.${Math.max(unknown, 0)}.id`]: ['This item is not on the checklist'] },
    })
  await tx
    .deleteFrom('approval_checkboxes')
    .where('approval_action_id', '=', actionId)
    .$if(named.length > 0, query => query.where('id', 'not in', named))
    .execute()
  for (const [position, { id, label, is_checked }] of items.entries())
    if (id === undefined)
      await tx
        .insertInto('approval_checkboxes')
        .values({ approval_action_id: actionId, label, is_checked, position })
        .execute()
    else await tx.updateTable('approval_checkboxes').set({ label, position }).where('id', '=', id).execute()
  return null
}
