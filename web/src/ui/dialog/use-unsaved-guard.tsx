import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useConfirm } from './use-confirm.tsx'

type Unsaved = {
  readonly isUnsaved: boolean
  /** Says what is not saved yet, as a sentence. */
  readonly text: string
}
type Guard = {
  /** Asks if something is unsaved. */
  readonly mayLeave: () => Promise<boolean>
  readonly dialog: ReactNode
}

/** Asks before a dialog is closed with something unsaved in it. */
export const useUnsavedQuestion = ({ isUnsaved, text }: Unsaved): Guard => {
  const { ask, dialog } = useConfirm()
  const mayLeave = async () =>
    !isUnsaved ||
    (await ask({
      title: 'Leave without saving?',
      text,
      confirmLabel: 'Leave',
      cancelLabel: 'Stay',
      danger: true,
    }))
  return { mayLeave, dialog }
}

/** Asks before a page is left with something unsaved on it, also by a reload (docs/product/interface.md "Saving"). */
export const useUnsavedGuard = (unsaved: Unsaved): Guard => {
  const guard = useUnsavedQuestion(unsaved)
  useBlocker({
    shouldBlockFn: async () => !(await guard.mayLeave()),
    enableBeforeUnload: () => unsaved.isUnsaved,
  })
  return guard
}
