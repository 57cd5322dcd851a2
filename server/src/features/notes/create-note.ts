import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { writtenText } from '#domain/kernel/text.ts'
import type * as contract from '#domain/notes/contract.ts'
import { audienceOf } from '#domain/notes/note-rules.ts'
import { can } from '#domain/permissions/can.ts'
import { addMarks } from '#server/features/marks/marks.ts'
import { withConvertedPictures } from '#server/features/media/conversation-pictures.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { attachPictures } from './note-pictures.ts'
import { emptyNote, getNote, lockShownSocial, writeMentions } from './notes.ts'

export const createNote = async (
  { params, body }: Input<typeof contract.createNote>,
  received: ScopedCall,
): Promise<Answer<typeof contract.createNote>> => {
  const call = await withConvertedPictures(received)
  if (isFailure(call)) return call
  const { tx, scope, person, now } = call
  const social = await lockShownSocial(call, params.id)
  if (!social) return fail('not_found')
  const message = writtenText(body.message)
  if (message === '' && call.files.length + body.marks.length === 0) return emptyNote
  const note = await tx
    .insertInto('notes')
    .values({
      post_social_id: social.id,
      project_id: scope.projectId,
      message,
      ...audienceOf(scope, body),
      created_by: person.userId,
      is_by_client: !can(scope, 'note.readInternal'),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const refusal =
    (await writeMentions(call, note, body.mentions)) ??
    (await addMarks(call, { note_id: note.id }, social, body.marks)) ??
    (await attachPictures(call, note.id))
  if (refusal) return refusal
  await emitOfPostSocial(tx, 'note.created', social, person.userId, { note_id: note.id })
  return getNote(call, note.id)
}
