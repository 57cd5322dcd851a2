import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { NOTE_PICTURES_MAX } from '#domain/notes/limits.ts'
import { countMarks } from '#server/features/marks/marks.ts'
import { storePictures } from '#server/features/media/conversation-pictures.ts'
import { deleteMedias } from '#server/features/media/medias.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

const countPictures = async (tx: Tx, noteId: number): Promise<number> =>
  (
    await tx
      .selectFrom('note_attachments as a')
      .innerJoin('medias as m', 'm.id', 'a.media_id')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('a.note_id', '=', noteId)
      .where('m.deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).count

/** What a note says besides its text: pictures and marks. */
export const countSaid = async (tx: Tx, noteId: number): Promise<number> =>
  (await countPictures(tx, noteId)) + (await countMarks(tx, { note_id: noteId }))

const tooManyText = `At most ${NOTE_PICTURES_MAX} images can be attached.`
const tooMany = fail('validation_error', { message: tooManyText, errors: { attachments: [tooManyText] } })

/** Adds the call's files to the note, after the pictures that it has. */
export const attachPictures = async (
  call: ScopedCall,
  noteId: number,
): Promise<Failure<'validation_error' | 'unsupported_media_type' | 'too_large'> | null> => {
  if (call.files.length === 0) return null
  const count = await countPictures(call.tx, noteId)
  if (count + call.files.length > NOTE_PICTURES_MAX) return tooMany
  const mediaIds = await storePictures(call)
  if (isFailure(mediaIds)) return mediaIds
  const rows = mediaIds.map((media_id, index) => ({
    note_id: noteId,
    project_id: call.scope.projectId,
    media_id,
    position: count + index,
  }))
  await call.tx.insertInto('note_attachments').values(rows).execute()
  return null
}

/** Removes all pictures of a note that goes; nobody may open their files from then on. */
export const removePictures = async ({ tx, now }: ScopedCall, noteId: number): Promise<void> => {
  const removed = await tx
    .deleteFrom('note_attachments')
    .where('note_id', '=', noteId)
    .returning('media_id')
    .execute()
  await deleteMedias(
    tx,
    removed.map(row => row.media_id),
    now,
  )
}
