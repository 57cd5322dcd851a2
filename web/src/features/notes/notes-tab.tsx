import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useGetProject, useMay } from '#web/features/projects/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { type Subject, useCountNotes, useCreateNote, useListNotes } from './api.ts'
import { NoteEntry } from './note-entry.tsx'
import { NoteForm } from './note-form.tsx'
import classes from './notes.module.css'

type Props = { readonly subject: Subject }

/** The notes of a version, newest first, below the form for another one (docs/product/notes.md "What it does"). */
export function NotesTab({ subject }: Props) {
  const write = useCreateNote(subject)
  const asker = useAsker(subject)
  return (
    <Stack p="md" gap="md">
      <NoteForm
        key={subject.postSocialId}
        about={subject}
        draft={`note-${subject.postSocialId}`}
        asker={asker}
        submitLabel="Send note"
        onSubmit={write.mutateAsync}
      />
      <NoteList subject={subject} />
    </Stack>
  )
}

/** The client who wrote the last note that a client reads: it waits for an answer. Nobody, for a client. */
const useAsker = (subject: Subject): string | undefined => {
  const may = useMay(subject.projectId)
  const people = useGetProject(subject.projectId).data?.projectUsers
  const notes = useListNotes(subject).data?.pages[0] ?? []
  const author = notes.findLast(({ is_for_client }) => is_for_client)?.created_by_user
  const isClient = people?.some(({ id, role }) => id === author?.id && role === 'external-approver')
  return may('note.readInternal') && isClient ? author?.name : undefined
}

function NoteList({ subject }: Props) {
  const query = useListNotes(subject)
  const total = useCountNotes(subject).data?.count
  const { data, error } = query
  if (error && !data) return <Failed message={messageOf(error)} onRetry={() => void query.refetch()} />
  if (!data)
    return (
      <Loading>
        <Stack gap="sm">
          <Skeleton height={72} />
          <Skeleton height={72} />
        </Stack>
      </Loading>
    )
  const notes = data.pages.flatMap(page => page.toReversed())
  if (notes.length === 0)
    return (
      <Text size="sm" c="dimmed" ta="center" py="lg">
        {/* Fixed wording (docs/product/notes.md "Texts"). */}
        You don't have any notes now
      </Text>
    )
  return (
    <>
      <ol className={classes.list} aria-label="Notes">
        {notes.map(note => (
          <NoteEntry key={note.id} subject={subject} note={note} />
        ))}
      </ol>
      {/* A full page may be the last one: the count knows. */}
      {query.hasNextPage && notes.length !== total && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier notes
        </Button>
      )}
    </>
  )
}
