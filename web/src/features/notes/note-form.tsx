import { Button, Group, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { isEmptyText } from '#domain/kernel/text.ts'
import type { Mark } from '#domain/marks/model.ts'
import { NOTE_MAX, NOTE_PICTURES_MAX } from '#domain/notes/limits.ts'
import { mayMention } from '#domain/notes/note-rules.ts'
import type { WritingField } from '#domain/posts/writing-fields.ts'
import type { ProjectUser } from '#domain/projects/model.ts'
import { ShowWhere, useMarks } from '#web/features/marks/show-where.tsx'
import type { SavedVersion } from '#web/features/marks/use-saved-version.ts'
import type { WrittenMark } from '#web/features/marks/written-marks.ts'
import { AttachPictures } from '#web/features/media/attach-pictures.tsx'
import { LatePresence } from '#web/features/posts/late-presence.tsx'
import { useActor, useGetProject, useMay } from '#web/features/projects/api.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { readText, useDraft } from '#web/platform/use-draft.ts'
import type { NoteContent } from './api.ts'
import { MentionTextarea } from './mention-textarea.tsx'
import { mentionedIn } from './mentions.ts'

type WrittenNote = Omit<NoteContent, 'marks'> & { readonly marks: WrittenMark[] }

type Props = {
  /** The version that the note is about, in which it can mark places. */
  readonly about: SavedVersion
  /** Keeps what is written in this tab under this name. */
  readonly draft?: string
  readonly start?: {
    readonly message: string
    readonly is_for_client: boolean
    /** How many it has: with some it needs no text. */
    readonly pictures: number
    readonly marks: readonly Mark[]
  }
  /** The client whose note waits for an answer. */
  readonly asker?: string | undefined
  readonly submitLabel: string
  /** May reject with ApiError: the form then keeps what was written. */
  readonly onSubmit: (note: WrittenNote) => Promise<unknown>
  readonly onCancel?: () => void
  /** Shown above the buttons: the pictures that the note has. */
  readonly children?: ReactNode
}

const nobody: readonly ProjectUser[] = []

/** Writes a note or changes one: text with mentions, pictures, and whether the client reads it. */
export function NoteForm({ about, draft, start, asker, submitLabel, onSubmit, onCancel, children }: Props) {
  const projectId = useProjectId()
  const may = useMay(projectId)
  const actor = useActor(projectId)
  const people = useGetProject(projectId).data?.projectUsers ?? nobody
  const [message, setMessage, dropMessage] = useDraft(draft, () => start?.message ?? '', readText)
  const [audience, setAudience] = useState<boolean | null>(start?.is_for_client ?? null)
  // While a client waits for an answer nothing is assumed: who reads it is chosen.
  const isForClient = audience ?? (asker === undefined ? false : null)
  const [marks, setMarks, dropMarks] = useMarks(draft, start?.marks)
  const [files, setFiles] = useState<readonly File[]>([])
  const [isSending, setSending] = useState(false)
  const reasonId = useId()
  const audienceId = useId()
  const room = NOTE_PICTURES_MAX - (start?.pictures ?? 0)
  const mentionable = people.filter(person =>
    mayMention(actor, { is_for_client: isForClient === true }, person),
  )
  const isTooLong = message.length > NOTE_MAX
  const isEmpty = isEmptyText(message) && files.length + marks.length + (start?.pictures ?? 0) === 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isTooLong || isEmpty || isSending || isForClient === null) return
    setSending(true)
    try {
      const mentions = [...mentionedIn(message, mentionable)]
      await onSubmit({
        message: message.trim(),
        is_for_client: isForClient,
        mentions,
        marks: [...marks],
        attachments: files,
      })
      setMarks([])
      dropMarks()
      setMessage('')
      dropMessage()
      // Internal again: a note reaches the client only by choice.
      setAudience(null)
      setFiles([])
    } catch (error) {
      // The mutation has shown why; what was written stays here.
      expectApiError(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <form
      onSubmit={event => void submit(event)}
      // It is emptied once it is sent: nothing written meanwhile may be lost with it.
      inert={isSending}
      aria-label={submitLabel}
      data-writing={'note' satisfies WritingField}
    >
      <Stack gap="xs">
        <div>
          <MentionTextarea
            label="Note"
            value={message}
            isInvalid={isTooLong}
            people={mentionable}
            onChange={setMessage}
          />
          <Group justify="space-between" gap="xs">
            <LatePresence field="note" />
            <Text size="xs" c={isTooLong ? 'var(--g-danger-text)' : 'dimmed'} ml="auto" id={reasonId}>
              {isTooLong && `Message length should be less than ${NOTE_MAX} characters. `}
              <VisuallyHidden>Characters: </VisuallyHidden>
              {message.length} / {NOTE_MAX}
            </Text>
          </Group>
        </div>
        <ShowWhere about={about} marks={marks} onChange={setMarks} />
        {children}
        <AttachPictures files={files} max={room} onChange={setFiles} />
        <Group justify="space-between" gap="xs">
          {may('note.readInternal') ? (
            <Audience isForClient={isForClient} asker={asker} hintId={audienceId} onChange={setAudience} />
          ) : (
            <Text size="xs" c="dimmed">
              The agency reads it too.
            </Text>
          )}
          <Group gap="xs" ml="auto">
            {onCancel && (
              <Button variant="default" onClick={onCancel}>
                Cancel
              </Button>
            )}
            <Button
              type="submit"
              loading={isSending}
              disabled={isTooLong || isEmpty || isForClient === null}
              aria-describedby={isForClient === null ? `${reasonId} ${audienceId}` : reasonId}
            >
              {submitLabel}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

type AudienceProps = {
  /** Null: nobody has chosen. */
  readonly isForClient: boolean | null
  readonly asker: string | undefined
  readonly hintId: string
  readonly onChange: (isForClient: boolean) => void
}

function Audience({ isForClient, asker, hintId, onChange }: AudienceProps) {
  const internal = { value: 'internal', label: 'Internal' }
  return (
    <Stack gap={4}>
      {asker !== undefined && (
        <Text size="xs" id={hintId}>
          {asker} wrote last and reads only what is for the client.
          {isForClient === null && ' Choose who reads your note.'}
        </Text>
      )}
      <SegmentedControl
        size="xs"
        aria-label="Who reads the note"
        value={isForClient === null ? '' : isForClient ? 'client' : 'internal'}
        onChange={value => onChange(value === 'client')}
        data={
          asker === undefined
            ? [internal, { value: 'client', label: 'For the client' }]
            : [{ value: 'client', label: 'Answer the client' }, internal]
        }
      />
    </Stack>
  )
}
