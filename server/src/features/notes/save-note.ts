import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { writtenText } from '#domain/kernel/text.ts'
import type * as contract from '#domain/notes/contract.ts'
import { audienceOf } from '#domain/notes/note-rules.ts'
import { changeMarks } from '#server/features/marks/marks.ts'
import { withConvertedPictures } from '#server/features/media/conversation-pictures.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { attachPictures, countSaid } from './note-pictures.ts'
import { emptyNote, getNote, lockNote, lockShownSocial, writeMentions } from './notes.ts'

/** Only the author changes a note. */
export const saveNote = async (
  { params, body }: Input<typeof contract.saveNote>,
  received: ScopedCall,
): Promise<Answer<typeof contract.saveNote>> => {
  const call = await withConvertedPictures(received)
  if (isFailure(call)) return call
  const { tx, scope, person, now } = call
  const social = await lockShownSocial(call, params.id)
  const note = social && (await lockNote(call, params.noteId, social.id))
  if (!note) return fail('not_found')
  if (note.created_by !== person.userId) return fail('forbidden')
  const message = writtenText(body.message)
  const changed = await changeMarks(call, { note_id: note.id }, social, {
    marks: body.marks,
    removed: body.removed_marks,
  })
  if (changed) return changed
  if (message === '' && call.files.length + (await countSaid(tx, note.id)) === 0) return emptyNote
  const audience = audienceOf(scope, body)
  await tx
    .updateTable('notes')
    .set({ message, ...audience, updated_at: now })
    .where('id', '=', note.id)
    .execute()
  const refusal =
    (await writeMentions(call, { id: note.id, ...audience }, body.mentions)) ??
    (await attachPictures(call, note.id))
  if (refusal) return refusal
  await emitOfPostSocial(tx, 'note.saved', social, person.userId, { note_id: note.id })
  return getNote(call, note.id)
}
