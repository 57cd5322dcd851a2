import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFocusBack } from './use-focus-back.ts'

export type Question = {
  readonly title: ReactNode
  readonly text?: ReactNode
  /** What stands below the text and is no paragraph, such as a list. */
  readonly details?: ReactNode
  /** Default: Yes and No. */
  readonly confirmLabel?: string
  readonly cancelLabel?: string
  /** The confirm button is red: something is deleted for good. */
  readonly danger?: boolean
  /** A second thing that can be done, between the two. */
  readonly otherLabel?: string
}

/** What was answered: the confirm button, the second one, or neither. */
export type Choice = 'confirm' | 'other' | 'cancel'

/** The dialog of `useConfirm`, loaded when first needed. */
export function ConfirmDialog({
  question,
  onAnswer,
}: {
  question: Question
  onAnswer: (choice: Choice) => void
}) {
  useFocusBack()
  const {
    title,
    text,
    details,
    confirmLabel = 'Yes',
    cancelLabel = 'No',
    danger = false,
    otherLabel,
  } = question
  return (
    <Modal opened onClose={() => onAnswer('cancel')} title={title} size="sm" withCloseButton={false}>
      <Stack>
        {text !== undefined && <Text size="sm">{text}</Text>}
        {details}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onAnswer('cancel')} data-autofocus={danger || undefined}>
            {cancelLabel}
          </Button>
          {otherLabel !== undefined && (
            <Button variant="default" onClick={() => onAnswer('other')}>
              {otherLabel}
            </Button>
          )}
          <Button
            color={danger ? 'red.9' : undefined}
            onClick={() => onAnswer('confirm')}
            data-autofocus={danger ? undefined : true}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
