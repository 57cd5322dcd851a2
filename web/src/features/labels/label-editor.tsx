import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { EarlyKeys } from '#web/ui/dialog/early-keys.tsx'
import type { LabelTarget } from './label-modal.tsx'

// Loaded when first opened: most people only read the calendar.
const LabelModal = lazy(() => import('./label-modal.tsx').then(module => ({ default: module.LabelModal })))

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
