import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFocusBack } from './use-focus-back.ts'

export type Question = {
  readonly title: ReactNode
  readonly text?: ReactNode
  /** Default: Yes and No. */
  readonly confirmLabel?: string
  readonly cancelLabel?: string
  /** The confirm button is red: something is deleted for good. */
  readonly danger?: boolean
}

/** The dialog of `useConfirm`, loaded when first needed. */
export function ConfirmDialog({
  question,
  onAnswer,
}: {
  question: Question
  onAnswer: (yes: boolean) => void
}) {
  useFocusBack()
  const { title, text, confirmLabel = 'Yes', cancelLabel = 'No', danger = false } = question
  return (
    <Modal opened onClose={() => onAnswer(false)} title={title} size="sm" withCloseButton={false}>
      <Stack>
        {text !== undefined && <Text size="sm">{text}</Text>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onAnswer(false)} data-autofocus={danger || undefined}>
            {cancelLabel}
          </Button>
          <Button
            color={danger ? 'red.9' : undefined}
            onClick={() => onAnswer(true)}
            data-autofocus={danger ? undefined : true}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
