import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/notes/contract.ts'
import { tickMarks } from '#server/features/marks/marks.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { getNote, lockNote, lockShownSocial } from './notes.ts'

/** Those who make posts tick off what a note marks, no matter who wrote it (docs/product/marks.md "Ticking off"). */
export const checkNoteMarks = async (
  { params, body }: Input<typeof contract.checkNoteMarks>,
  call: ScopedCall,
): Promise<Answer<typeof contract.checkNoteMarks>> => {
  const social = await lockShownSocial(call, params.id)
  const note = social && (await lockNote(call, params.noteId, social.id))
  if (!note) return fail('not_found')
  const refusal = await tickMarks(call, { note_id: note.id }, body.marks)
  if (refusal) return refusal
  await emitOfPostSocial(call.tx, 'note.saved', social, call.person.userId, { note_id: note.id })
  return { marks: (await getNote(call, note.id)).marks ?? [] }
}
