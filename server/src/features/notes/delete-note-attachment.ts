import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/notes/contract.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { countPictures, removePictures } from './note-pictures.ts'
import { emptyNote, lockNote, lockShownSocial } from './notes.ts'

/** Only the author changes a note; the only picture of a note without text stays, since nothing would be left. */
export const deleteNoteAttachment = async (
  { params }: Input<typeof contract.deleteNoteAttachment>,
  call: ScopedCall,
): Promise<Answer<typeof contract.deleteNoteAttachment>> => {
  const { tx, person, now } = call
  const social = await lockShownSocial(call, params.id)
  const found = await tx
    .selectFrom('note_attachments')
    .select('note_id')
    .where('id', '=', params.attachmentId)
    .executeTakeFirst()
  const note = social && found && (await lockNote(call, found.note_id, social.id))
  if (!note) return fail('not_found')
  if (note.created_by !== person.userId) return fail('forbidden')
  if (note.message === '' && (await countPictures(tx, note.id)) === 1) return emptyNote
  await removePictures(call, { noteId: note.id, attachmentId: params.attachmentId })
  await tx.updateTable('notes').set({ updated_at: now }).where('id', '=', note.id).execute()
  await emitOfPostSocial(tx, 'note.saved', social, person.userId, { note_id: note.id })
  return {}
}
