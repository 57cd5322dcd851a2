import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'

type Question = {
  readonly title: string
  readonly text?: ReactNode
  /** Default: Yes and No, the documents' buttons. */
  readonly confirmLabel?: string
  readonly cancelLabel?: string
  /** The confirm button is red: something goes away for good. */
  readonly danger?: boolean
}

/**
 * Asks before something is done. `ask` answers true or false; put `dialog` somewhere in the component's output.
 * @example const { ask, dialog } = useConfirm(); if (await ask({ title: 'Are you sure you want to delete the content?' })) remove()
 */
export function useConfirm(): { ask: (question: Question) => Promise<boolean>; dialog: ReactNode } {
  const [open, setOpen] = useState<{ question: Question; answer: (yes: boolean) => void } | null>(null)
  const ask = (question: Question) =>
    new Promise<boolean>(resolve => {
      setOpen({ question, answer: resolve })
    })
  const close = (yes: boolean) => {
    open?.answer(yes)
    setOpen(null)
  }
  return {
    ask,
    dialog: open && <ConfirmDialog question={open.question} onAnswer={close} />,
  }
}

function ConfirmDialog({ question, onAnswer }: { question: Question; onAnswer: (yes: boolean) => void }) {
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
