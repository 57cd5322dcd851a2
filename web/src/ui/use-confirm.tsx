import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Question } from './confirm-dialog.tsx'

const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then(module => ({ default: module.ConfirmDialog })),
)

/**
 * Asks before something is done. `ask` resolves to true or false; render `dialog` somewhere in the component.
 * @example const { ask, dialog } = useConfirm(); if (await ask({ title: 'Are you sure you want to delete the content?' }))
 * remove()
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
