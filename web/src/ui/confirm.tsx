import { lazy, type ReactNode, Suspense, useState } from 'react'

const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then(module => ({ default: module.ConfirmDialog })),
)

export type Question = {
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
    dialog: open && (
      <Suspense fallback={null}>
        <ConfirmDialog question={open.question} onAnswer={close} />
      </Suspense>
    ),
  }
}
