import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { formFlag, formId, nothing, pathId } from '#domain/kernel/shapes.ts'
import { changedMarks, mark, newMarks, removedMarks, tickedMarks } from '#domain/marks/model.ts'
import { NOTE_MAX, NOTE_MENTIONS_MAX, NOTE_PICTURES_MAX } from './limits.ts'
import { note } from './model.ts'

const postSocialParams = z.strictObject({ id: pathId })
const noteParams = z.strictObject({ id: pathId, noteId: pathId })

const noteFields = {
  message: z.string().max(NOTE_MAX, `Message length should be less than ${NOTE_MAX} characters.`).default(''),
  /** A client's note is always for everybody. */
  is_for_client: formFlag.default(false),
  mentions: z.array(formId).max(NOTE_MENTIONS_MAX).default([]),
}

/** Of the notes of a version that the caller may read the newest 50, or the 50 before a note; oldest first. */
export const listNotes = endpoint({
  method: 'GET',
  path: '/postssocials/{id}/notes',
  summary: "List a post social's notes",
  permission: 'post.see',
  scope: { postSocial: 'params.id' },
  params: postSocialParams,
  query: z.strictObject({ before: pathId.optional() }),
  output: z.array(note),
})

/** How many notes of a version the caller may read. */
export const countNotes = endpoint({
  method: 'GET',
  path: '/postssocials/{id}/notes/count',
  summary: "Count a post social's notes",
  permission: 'post.see',
  scope: { postSocial: 'params.id' },
  params: postSocialParams,
  output: z.strictObject({ count: z.int().min(0) }),
})

/** A note needs a message, a picture or a mark. */
export const createNote = endpoint({
  method: 'POST',
  path: '/postssocials/{id}/notes',
  summary: 'Write a note',
  permission: 'note.write',
  scope: { postSocial: 'params.id' },
  params: postSocialParams,
  body: z.strictObject({ ...noteFields, marks: newMarks.default([]) }),
  files: { attachments: NOTE_PICTURES_MAX },
  output: note,
  failures: ['unsupported_media_type', 'too_large', 'too_many_requests'],
})

/** Changes one's own note; pictures are added to those it has. */
export const saveNote = endpoint({
  method: 'POST',
  path: '/postssocials/{id}/notes/{noteId}',
  summary: 'Edit a note',
  permission: 'note.write',
  scope: { postSocial: 'params.id' },
  params: noteParams,
  body: z.strictObject({
    ...noteFields,
    /** New marks, and those with an id whose words change. All others stay. */
    marks: changedMarks.default([]),
    removed_marks: removedMarks,
  }),
  files: { attachments: NOTE_PICTURES_MAX },
  output: note,
  failures: ['unsupported_media_type', 'too_large', 'too_many_requests'],
})

/** Ticks off marks of a note, or opens them again: all that are named, or none. */
export const checkNoteMarks = endpoint({
  method: 'PUT',
  path: '/postssocials/{id}/notes/{noteId}/marks',
  summary: "Tick off a note's marks",
  permission: 'post.answerChecklist',
  scope: { postSocial: 'params.id' },
  params: noteParams,
  body: z.strictObject({ marks: tickedMarks }),
  output: z.strictObject({ marks: z.array(mark) }),
})

/** Deletes a note for good: one's own, for admins anybody's. */
export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/postssocials/{id}/notes/{noteId}',
  summary: 'Delete a note',
  permission: 'note.write',
  scope: { postSocial: 'params.id' },
  params: noteParams,
  output: nothing,
})

/** Removes a picture from one's own note. True: it was removed; false: it had been removed already. */
export const deleteNoteAttachment = endpoint({
  method: 'DELETE',
  path: '/postssocials/{id}/note-attachment/{attachmentId}',
  summary: "Remove a note's picture",
  permission: 'note.write',
  scope: { postSocial: 'params.id' },
  params: z.strictObject({ id: pathId, attachmentId: pathId }),
  output: z.boolean(),
})
