import * as contract from '#domain/notes/contract.ts'
import { projectRoute, type Route, takesPicture } from '#server/platform/http/route.ts'
import { checkNoteMarks } from './check-note-marks.ts'
import { countNotes } from './count-notes.ts'
import { createNote } from './create-note.ts'
import { deleteNote } from './delete-note.ts'
import { deleteNoteAttachment } from './delete-note-attachment.ts'
import { listNotes } from './list-notes.ts'
import { saveNote } from './save-note.ts'

export const noteRoutes: readonly Route[] = [
  projectRoute(contract.listNotes, listNotes),
  projectRoute(contract.countNotes, countNotes),
  projectRoute(contract.createNote, createNote, takesPicture),
  projectRoute(contract.saveNote, saveNote, takesPicture),
  projectRoute(contract.checkNoteMarks, checkNoteMarks),
  projectRoute(contract.deleteNote, deleteNote),
  projectRoute(contract.deleteNoteAttachment, deleteNoteAttachment),
]
