import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/notes/contract.ts'
import { can } from '#domain/permissions/can.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { removePictures } from './note-pictures.ts'
import { lockNote, lockShownSocial } from './notes.ts'

export const deleteNote = async (
  { params }: Input<typeof contract.deleteNote>,
  call: ScopedCall,
): Promise<Answer<typeof contract.deleteNote>> => {
  const { tx, scope, person } = call
  const social = await lockShownSocial(call, params.id)
  const note = social && (await lockNote(call, params.noteId, social.id))
  if (!note) return fail('not_found')
  if (note.created_by !== person.userId && !can(scope, 'note.deleteAny')) return fail('forbidden')
  await removePictures(call, note.id)
  await tx.deleteFrom('notes').where('id', '=', note.id).execute()
  await emitOfPostSocial(tx, 'note.deleted', social, person.userId, { note_id: note.id })
  return {}
}
