import { lazy, type ReactNode, Suspense, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { keepEarlyKeys, takeEarlyKeys } from '#web/ui/early-keys.ts'
import type { LabelTarget } from './label-modal.tsx'

// Loaded when first opened: most people only read the calendar.
const LabelModal = lazy(() => import('./label-modal.tsx').then(module => ({ default: module.LabelModal })))

/** How long the dialog may take to give its field the focus, in ms. */
const focusMs = 1_000

/** In the place of the dialog while it is loading: keys are kept for its field, which takes them with the focus, and press no shortcut. */
function EarlyKeys({ onEscape }: { readonly onEscape: () => void }) {
  useLayoutEffect(() => {
    keepEarlyKeys(onEscape)
    // Nobody takes them if the dialog cannot be loaded.
    return () => void setTimeout(takeEarlyKeys, focusMs)
  }, [onEscape])
  return null
}

/** Opens the Add/Edit Label modal. `editing` keeps its identity; render `dialog` somewhere in the component. */
export const useLabelEditor = () => {
  const [target, setTarget] = useState<LabelTarget | null>(null)
  const editing = useMemo(
    () => ({
      add: (date: LocalDate) => setTarget({ date }),
      edit: (label: DayLabel) => setTarget({ label }),
    }),
    [],
  )
  const close = useCallback(() => setTarget(null), [])
  const dialog: ReactNode = target && (
    <Suspense fallback={<EarlyKeys onEscape={close} />}>
      <LabelModal target={target} onClose={close} />
    </Suspense>
  )
  return { editing, dialog }
}
