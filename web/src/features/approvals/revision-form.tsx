import { Button, Group, Stack, Text, Textarea, VisuallyHidden } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { MESSAGE_MAX, REVISION_PICTURES_MAX } from '#domain/approvals/limits.ts'
import { isEmptyText } from '#domain/kernel/text.ts'
import type { NewMark } from '#domain/marks/model.ts'
import type { WritingField } from '#domain/posts/writing-fields.ts'
import type { MarkedVersion } from '#web/features/marks/places.ts'
import { ShowWhere, useMarks } from '#web/features/marks/show-where.tsx'
import { AttachPictures } from '#web/features/media/attach-pictures.tsx'
import { expectApiError } from '#web/platform/api-error.ts'
import { readText, useDraft } from '#web/platform/use-draft.ts'
import { say } from '#web/platform/words.ts'
import { RevisionChecklist } from './revision-checklist.tsx'

export type RevisionContent = {
  readonly message: string
  readonly checkboxes: { label: string; is_checked: boolean }[]
  readonly attachments: readonly File[]
  /** Places in the version that was shown. */
  readonly marks: NewMark[]
  /** The people who are named in it. */
  readonly mentions?: number[]
}

/** The field of the message, as the form fills it. */
export type MessageField = {
  readonly label: string
  readonly value: string
  readonly isInvalid: boolean
  readonly onChange: (text: string) => void
}

type Props = {
  /** What is on the screen, in which places can be marked. */
  readonly version: MarkedVersion
  /** May reject with ApiError: the form then keeps what was written. The caller shows toasts. */
  readonly onSubmit: (revision: RevisionContent) => Promise<unknown>
  readonly onCancel?: () => void
  readonly submitLabel?: string
  /** Unapproving alone needs no explanation; a request for revision has to say what to change. */
  readonly mayBeEmpty?: boolean
  /** Keeps what is written in this tab under this name: a way back, the next post and a reload lose nothing. */
  readonly draft?: string
  /** What it sends back, above the button. Left out: that goes without saying. */
  readonly sentBack?: ReactNode
  /** Another field for the message, in which people can be named. */
  readonly messageField?: (field: MessageField) => ReactNode
  /** Nothing is chosen to be sent back. */
  readonly isNothingChosen?: boolean
}

const isText = (stored: unknown): stored is string => typeof stored === 'string'
const readTexts = (stored: unknown): readonly string[] | null =>
  Array.isArray(stored) && stored.every(isText) ? stored : null
const none = (): string => ''

/** What is written in the form, kept as a draft if it has a name. Images are not: a tab keeps no files. */
const useWritten = (draft: string | undefined) => {
  const named = (part: string) => draft && `${draft}-${part}`
  const [message, setMessage, dropMessage] = useDraft(named('message'), none, readText)
  const [items, setItems, dropItems] = useDraft<readonly string[]>(named('items'), () => [], readTexts)
  const [pending, setPending, dropPending] = useDraft(named('item'), none, readText)
  const [marks, setMarks, dropMarks] = useMarks(draft)
  const clear = () => {
    setMarks([])
    dropMarks()
    setMessage('')
    setItems([])
    setPending('')
    dropMessage()
    dropItems()
    dropPending()
  }
  return { message, setMessage, items, setItems, pending, setPending, marks, setMarks, clear }
}

const plainField = ({ label, value, isInvalid, onChange }: MessageField) => (
  <Textarea
    label={label}
    data-autofocus
    autosize
    minRows={3}
    maxRows={10}
    value={value}
    error={isInvalid}
    onChange={event => onChange(event.currentTarget.value)}
  />
)

/** What to change: a message, places in the post, a checklist, images, or several of them. */
export function RevisionForm({
  version,
  onSubmit,
  onCancel,
  submitLabel = say('Request revision'),
  mayBeEmpty = false,
  draft,
  sentBack,
  messageField = plainField,
  isNothingChosen = false,
}: Props) {
  const { message, setMessage, items, setItems, pending, setPending, marks, setMarks, clear } =
    useWritten(draft)
  const [files, setFiles] = useState<readonly File[]>([])
  const [isSending, setSending] = useState(false)
  const reasonId = useId()
  // An item that was typed but not added counts too: nothing typed is lost.
  const labels = [...items, ...(isEmptyText(pending) ? [] : [pending.trim()])]
  const isTooLong = message.length > MESSAGE_MAX
  const isEmpty = isEmptyText(message) && labels.length === 0 && files.length + marks.length === 0
  const reason = isTooLong
    ? say('Message length should be less than {count} characters.', { count: MESSAGE_MAX })
    : isEmpty && !mayBeEmpty
      ? say('Write a message, add a checklist item or attach an image.')
      : null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reason !== null || isNothingChosen || isSending) return
    setSending(true)
    try {
      await onSubmit({
        message: message.trim(),
        checkboxes: labels.map(label => ({ label, is_checked: false })),
        attachments: files,
        marks: [...marks],
      })
      clear()
      setFiles([])
    } catch (error) {
      // The caller's mutation has shown why; what was written stays here.
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
      data-writing={'revision' satisfies WritingField}
    >
      <Stack gap="sm">
        <Stack gap={4}>
          {messageField({
            label: say('What should be changed?'),
            value: message,
            isInvalid: isTooLong,
            onChange: setMessage,
          })}
          <Text size="xs" c={isTooLong ? 'var(--g-danger-text)' : 'dimmed'} ta="right">
            <VisuallyHidden>{say('Characters:')} </VisuallyHidden>
            {message.length} / {MESSAGE_MAX}
          </Text>
        </Stack>
        <ShowWhere about={version} marks={marks} onChange={setMarks} />
        <RevisionChecklist items={items} onChange={setItems} pending={pending} onPending={setPending} />
        <AttachPictures files={files} max={REVISION_PICTURES_MAX} onChange={setFiles} />
        <Text size="xs" c="dimmed" id={reasonId} hidden={reason === null || isTooLong}>
          {reason}
        </Text>
        {sentBack}
        <Group justify="flex-end" gap="xs">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {say('Cancel')}
            </Button>
          )}
          <Button
            type="submit"
            loading={isSending}
            disabled={reason !== null || isNothingChosen}
            aria-describedby={reasonId}
          >
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
