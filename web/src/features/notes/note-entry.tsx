import { Group, Text } from '@mantine/core'
import { IconLock, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Note } from '#domain/notes/model.ts'
import { markChanges } from '#web/features/marks/written-marks.ts'
import { AttachedPictures } from '#web/features/media/attached-pictures.tsx'
import { ConversationPictures } from '#web/features/media/conversation-pictures.tsx'
import { useMay } from '#web/features/projects/api.ts'
import { useIsChangeable, useMe } from '#web/platform/me.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { type Subject, useDeleteNote, useDeleteNoteAttachment, useSaveNote } from './api.ts'
import { NoteForm } from './note-form.tsx'
import classes from './notes.module.css'

type Props = { readonly subject: Subject; readonly note: Note }

/** Few notes mark places. */
const NoteMarks = lazy(() => import('./note-marks.tsx').then(module => ({ default: module.NoteMarks })))

/** A note with what the person may do with it. */
export function NoteEntry({ subject, note }: Props) {
  const timezone = useTimezone()
  const [isEditing, setEditing] = useState(false)
  const may = useMay(subject.projectId)
  const isInternal = may('note.readInternal') && !note.is_for_client
  const name = note.created_by_user?.name ?? 'The agency'
  return (
    <li className={classes.note} data-internal={isInternal || undefined}>
      <div className={classes.head}>
        <PersonAvatar
          name={name}
          image={note.created_by_user?.avatar_image_link ?? null}
          size={28}
          decorative
        />
        <div className={classes.who}>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            <ZonedTime instant={note.created_at} timezone={timezone} zone="hint" />
            {note.updated_at !== note.created_at && ' · edited'}
          </Text>
        </div>
        {!isEditing && <NoteActions subject={subject} note={note} onEdit={() => setEditing(true)} />}
      </div>
      {may('note.readInternal') && (
        <Text size="xs" c="dimmed" className={classes.audience}>
          {isInternal ? <IconLock size={14} aria-hidden /> : <IconUsers size={14} aria-hidden />}
          {isInternal ? 'Internal' : 'For the client'}
        </Text>
      )}
      {isEditing ? (
        <EditedNote subject={subject} note={note} onClose={() => setEditing(false)} />
      ) : (
        <>
          {note.message !== '' && (
            <Text size="sm" className={classes.message}>
              {note.message}
            </Text>
          )}
          {note.marks && (
            <Suspense fallback={null}>
              <NoteMarks subject={subject} noteId={note.id} marks={note.marks} />
            </Suspense>
          )}
          {note.attachments.length > 0 && <ConversationPictures pictures={note.attachments} />}
        </>
      )}
    </li>
  )
}

type ActionsProps = Pick<Props, 'subject' | 'note'> & { readonly onEdit: () => void }

function NoteActions({ subject, note, onEdit }: ActionsProps) {
  const me = useMe()
  const may = useMay(subject.projectId)
  const remove = useDeleteNote(subject, note.id)
  const { ask, dialog } = useConfirm()
  const isOwn = note.created_by_user?.id === me.id
  const isChangeable = useIsChangeable(subject.projectId)
  const askAndRemove = async () => {
    const question = {
      title: 'Delete this note for good?',
      confirmLabel: 'Delete',
      cancelLabel: 'Keep',
      danger: true,
    }
    if (await ask(question)) remove.mutate()
  }
  if (!isChangeable) return null
  return (
    <Group gap={0} ml="auto" wrap="nowrap">
      {isOwn && (
        <IconButton label="Edit note" size={28} onClick={onEdit}>
          <IconPencil size={16} />
        </IconButton>
      )}
      {(isOwn || may('note.deleteAny')) && (
        <IconButton
          label="Delete note"
          size={28}
          loading={remove.isPending}
          onClick={() => void askAndRemove()}
        >
          <IconTrash size={16} />
        </IconButton>
      )}
      {dialog}
    </Group>
  )
}

type EditedProps = Pick<Props, 'subject' | 'note'> & { readonly onClose: () => void }

function EditedNote({ subject, note, onClose }: EditedProps) {
  const save = useSaveNote(subject, note.id)
  const removePicture = useDeleteNoteAttachment(subject)
  return (
    <NoteForm
      about={subject}
      start={{
        message: note.message,
        is_for_client: note.is_for_client,
        pictures: note.attachments.length,
        marks: note.marks ?? [],
      }}
      submitLabel="Save"
      onSubmit={async content => {
        await save.mutateAsync({ ...content, ...markChanges(note.marks, content.marks) })
        onClose()
      }}
      onCancel={onClose}
    >
      <AttachedPictures
        pictures={note.attachments}
        isRemoving={removePicture.isPending}
        onRemove={pictureId => removePicture.mutate(pictureId)}
      />
    </NoteForm>
  )
}
