import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  checkNoteMarks,
  countNotes,
  createNote,
  deleteNote,
  deleteNoteAttachment,
  listNotes,
  saveNote,
} from '#domain/notes/contract.ts'
import { NOTES_PAGE } from '#domain/notes/limits.ts'
import { toastRemoval } from '#web/features/media/toast-removal.ts'
import { type CallInput, call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'
import { toast } from '#web/ui/toast.tsx'

/** The version of a post that notes are about. */
export type Subject = { readonly projectId: number; readonly postId: number; readonly postSocialId: number }

/** What is written in a note. */
export type NoteContent = CallInput<typeof createNote>['body'] & { readonly attachments: readonly File[] }

const keyOf = ({ projectId, postId, postSocialId }: Subject) => [
  ...queryKeys.notes(projectId, postId),
  postSocialId,
]

/** The notes of a version by pages, those of a page oldest first; each further page is before the last one. */
export const useListNotes = (subject: Subject) =>
  useInfiniteQuery({
    queryKey: [...keyOf(subject), 'pages'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: before, signal }) =>
      call(listNotes, { params: { id: subject.postSocialId }, query: { before }, signal }),
    getNextPageParam: page => (page.length < NOTES_PAGE ? undefined : page[0]?.id),
  })

export const useCountNotes = (subject: Subject) =>
  useQuery({
    queryKey: [...keyOf(subject), 'count'],
    queryFn: ({ signal }) => call(countNotes, { params: { id: subject.postSocialId }, signal }),
  })

const useReload = (subject: Subject) => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keyOf(subject) })
}

/** Writes a note. Rejects with ApiError, which a toast has shown. */
export const useCreateNote = (subject: Subject) => {
  const reload = useReload(subject)
  return useMutation({
    mutationFn: ({ attachments, ...body }: NoteContent) =>
      call(createNote, { params: { id: subject.postSocialId }, body, files: { attachments } }),
    onSuccess: () => {
      // Fixed wording (docs/product/notes.md "Texts").
      toast.success('Note was sent')
      return reload()
    },
  })
}

type NoteChange = CallInput<typeof saveNote>['body'] & { readonly attachments: readonly File[] }

/** Changes one's own note. Rejects with ApiError, which a toast has shown. */
export const useSaveNote = (subject: Subject, noteId: number) => {
  const reload = useReload(subject)
  return useMutation({
    mutationFn: ({ attachments, ...body }: NoteChange) =>
      call(saveNote, { params: { id: subject.postSocialId, noteId }, body, files: { attachments } }),
    onSuccess: () => {
      // Fixed wording, as above.
      toast.success('Notes updated')
      return reload()
    },
  })
}

/** Ticks off marks of a note, or opens them again. Rejects with ApiError, which a toast has shown. */
export const useCheckNoteMarks = (subject: Subject, noteId: number) => {
  const reload = useReload(subject)
  return useMutation({
    mutationFn: (body: CallInput<typeof checkNoteMarks>['body']) =>
      call(checkNoteMarks, { params: { id: subject.postSocialId, noteId }, body }),
    onSettled: reload,
  })
}

export const useDeleteNote = (subject: Subject, noteId: number) => {
  const reload = useReload(subject)
  return useMutation({
    mutationFn: () => call(deleteNote, { params: { id: subject.postSocialId, noteId } }),
    // Also when it was gone already.
    onSettled: reload,
  })
}

/** Removes a picture from one's own note. */
export const useDeleteNoteAttachment = (subject: Subject) => {
  const reload = useReload(subject)
  return useMutation({
    mutationFn: (attachmentId: number) =>
      call(deleteNoteAttachment, { params: { id: subject.postSocialId, attachmentId } }),
    onSuccess: toastRemoval,
    onSettled: reload,
  })
}
