import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/notes/contract.ts'
import { deleteMedias } from '#server/features/media/medias.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { countSaid } from './note-pictures.ts'
import { emptyNote, lockNote, lockShownSocial } from './notes.ts'

/** Only the author changes a note; the only picture of a note without text and marks stays, since nothing would be left. */
export const deleteNoteAttachment = async (
  { params }: Input<typeof contract.deleteNoteAttachment>,
  call: ScopedCall,
): Promise<Answer<typeof contract.deleteNoteAttachment>> => {
  const { tx, person, now } = call
  const social = await lockShownSocial(call, params.id)
  const named = await findPicture(tx, params.attachmentId)
  const note = social && named && (await lockNote(call, named.note_id, social.id))
  // Read after the lock: a removal that was under way has ended by now.
  const picture = note && (await findPicture(tx, params.attachmentId))
  if (!picture) return fail('not_found')
  if (note.created_by !== person.userId) return fail('forbidden')
  if (picture.deleted_at !== null) return false
  if (note.message === '' && (await countSaid(tx, note.id)) === 1) return emptyNote
  // The row stays, so that a second removal can be distinguished from a stranger's; the file is purged with its media.
  await deleteMedias(tx, [picture.media_id], now)
  await tx.updateTable('notes').set({ updated_at: now }).where('id', '=', note.id).execute()
  await emitOfPostSocial(tx, 'note.saved', social, person.userId, { note_id: note.id })
  return true
}

const findPicture = (tx: Tx, id: number) =>
  tx
    .selectFrom('note_attachments as a')
    .innerJoin('medias as m', 'm.id', 'a.media_id')
    .select(['a.note_id', 'a.media_id', 'm.deleted_at'])
    .where('a.id', '=', id)
    .executeTakeFirst()
