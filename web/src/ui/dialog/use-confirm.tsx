import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Choice, Question } from './confirm-dialog.tsx'

const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then(module => ({ default: module.ConfirmDialog })),
)

/**
 * Asks before something is done. `ask` resolves to true or false, `choose` to the button; render `dialog` somewhere in the component.
 * @example const { ask, dialog } = useConfirm(); if (await ask({ title: 'Are you sure you want to delete the content?' }))
 * remove()
 */
export function useConfirm(): {
  ask: (question: Question) => Promise<boolean>
  choose: (question: Question) => Promise<Choice>
  dialog: ReactNode
} {
  const [open, setOpen] = useState<{ question: Question; answer: (choice: Choice) => void } | null>(null)
  const choose = (question: Question) =>
    new Promise<Choice>(resolve => {
      setOpen({ question, answer: resolve })
    })
  const close = (choice: Choice) => {
    open?.answer(choice)
    setOpen(null)
  }
  return {
    choose,
    ask: async question => (await choose(question)) === 'confirm',
    dialog: open && (
      <Suspense fallback={null}>
        <ConfirmDialog question={open.question} onAnswer={close} />
      </Suspense>
    ),
  }
}
