import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { QUESTION_MAX } from '#domain/approvals/limits.ts'
import { isEmptyText } from '#domain/kernel/text.ts'
import type { Mark } from '#domain/marks/model.ts'
import type { WritingField } from '#domain/posts/writing-fields.ts'
import { ShowWhere, useMarks } from '#web/features/marks/show-where.tsx'
import type { SavedVersion } from '#web/features/marks/use-saved-version.ts'
import type { WrittenMark } from '#web/features/marks/written-marks.ts'
import { MentionTextarea } from '#web/features/notes/mention-textarea.tsx'
import type { Mentionable } from '#web/features/notes/mentions.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { readText, useDraft } from '#web/platform/use-draft.ts'

type Props = {
  /** The version that it is about, in which it can mark places. */
  readonly about?: SavedVersion
  readonly label: 'Question' | 'Answer'
  /** Who reads it; said before it is sent. */
  readonly readers?: string
  /** Who can be named in it. Left out: nobody is offered. */
  readonly people?: readonly Mentionable[]
  /** What was sent, to be changed. */
  readonly sent?: string
  readonly sentMarks?: readonly Mark[] | undefined
  /** Keeps what is written in this tab under this name. */
  readonly draft: string
  /** May reject with ApiError: the form then keeps what was written. */
  readonly onSend: (message: string, marks: WrittenMark[]) => Promise<unknown>
  readonly onClose: () => void
}

const nobody: readonly Mentionable[] = []
/** A question or an answer of at most 255 characters (docs/product/approvals.md "Questions and answers"). */
export function QuestionForm(props: Props) {
  const { about, label, readers, people = nobody, sent = '', sentMarks, draft, onSend, onClose } = props
  const [message, setMessage, dropMessage] = useDraft(draft, () => sent, readText)
  const [marks, setMarks, dropMarks] = useMarks(draft, sentMarks)
  const [isSending, setSending] = useState(false)
  const isTooLong = message.length > QUESTION_MAX
  const isEmpty = isEmptyText(message)
  /** A change that is given up is gone; a question that is put aside is kept. */
  const cancel = () => {
    dropMessage()
    dropMarks()
    onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isTooLong || isEmpty || isSending) return
    setSending(true)
    try {
      await onSend(message.trim(), [...marks])
      dropMessage()
      dropMarks()
      onClose()
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
      aria-label={`${sent === '' ? 'Send' : 'Edit'} ${label.toLowerCase()}`}
      data-writing={'question' satisfies WritingField}
    >
      <Stack gap="xs">
        <div>
          <MentionTextarea
            label={label}
            description={readers}
            rows={[2, 6]}
            isFirst
            value={message}
            isInvalid={isTooLong}
            people={people}
            onChange={setMessage}
          />
          <Text size="xs" c={isTooLong ? 'var(--g-danger-text)' : 'dimmed'} ta="right" mt={4}>
            {isTooLong && `Message length should be less than ${QUESTION_MAX} characters. `}
            <VisuallyHidden>Characters: </VisuallyHidden>
            {message.length} / {QUESTION_MAX}
          </Text>
        </div>
        {about && <ShowWhere about={about} marks={marks} onChange={setMarks} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={sent === '' ? onClose : cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending} disabled={isTooLong || isEmpty}>
            {sent === '' ? `Send ${label.toLowerCase()}` : 'Save'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
