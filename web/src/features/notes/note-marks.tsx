import { Text } from '@mantine/core'
import { requestProgress } from '#domain/approvals/request-progress.ts'
import type { Mark } from '#domain/marks/model.ts'
import { MarkedPlaces } from '#web/features/marks/marked-places.tsx'
import { useSavedVersion } from '#web/features/marks/use-saved-version.ts'
import { useMay } from '#web/features/projects/api.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { type Subject, useCheckNoteMarks } from './api.ts'

type Props = { readonly subject: Subject; readonly noteId: number; readonly marks: readonly Mark[] }

/** The places that a note is about, in the version as it is now. */
export function NoteMarks({ subject, noteId, marks }: Props) {
  const may = useMay(subject.projectId)
  const tick = useCheckNoteMarks(subject, noteId)
  const version = useSavedVersion(subject)
  if (!version) return null
  const onTick = (id: number, is_done: boolean) =>
    tick.mutateAsync({ marks: [{ id, is_done }] }).catch(expectApiError)
  const { done, all } = requestProgress({ marks })
  return (
    <>
      <Text size="xs" c="dimmed">
        {done} of {all} done
      </Text>
      <MarkedPlaces version={version} marks={marks} onTick={may('post.answerChecklist') ? onTick : null} />
    </>
  )
}
