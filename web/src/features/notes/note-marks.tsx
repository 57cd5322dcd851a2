import type { Mark } from '#domain/marks/model.ts'
import { MarkedPlaces } from '#web/features/marks/marked-places.tsx'
import { useGetPostOfProject } from '#web/features/posts/api.ts'
import { useMay } from '#web/features/projects/api.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { type Subject, useCheckNoteMarks } from './api.ts'

type Props = { readonly subject: Subject; readonly noteId: number; readonly marks: readonly Mark[] }

/** The places that a note is about, in the version as it is now. */
export function NoteMarks({ subject, noteId, marks }: Props) {
  const { projectId, postId, postSocialId } = subject
  const may = useMay(projectId)
  const tick = useCheckNoteMarks(subject, noteId)
  const { data: post } = useGetPostOfProject(projectId, postId)
  const version = post?.post_socials.find(({ id }) => id === postSocialId)
  if (!version) return null
  const onTick = (id: number, is_done: boolean) =>
    tick.mutateAsync({ marks: [{ id, is_done }] }).catch(expectApiError)
  return <MarkedPlaces version={version} marks={marks} onTick={may('post.answerChecklist') ? onTick : null} />
}
