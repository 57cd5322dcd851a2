import { randomId } from '@mantine/hooks'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { Toast } from './toast-model.ts'

/** Document 1 section 8: toasts close by themselves after 4 seconds. */
const toastSeconds = 4
/** How long a change can be taken back from its toast. */
const undoSeconds = 10

// Not part of a page's first load: nobody has done anything yet that a toast could tell of.
const load = () => import('./toast-stack.tsx')
const Nothing: ComponentType = () => null
const ToastStack = lazy(
  (): Promise<{ default: ComponentType }> =>
    load().then(
      module => ({ default: module.ToastStack }),
      // A newer build has replaced the file. The page works without toasts until it is loaded anew; it must not fall over.
      () => ({ default: Nothing }),
    ),
)

let onFirst = (): void => undefined

const show = (toast: Omit<Toast, 'id'>, id: string = randomId()): string => {
  onFirst()
  void load().then(
    module => module.showToast({ ...toast, id }),
    () => undefined, // as above
  )
  return id
}

/** The documents' kinds of toast, and the one with Undo. Each gives the toast's id. */
export const toast = {
  /** Says that something worked. Closes after 4 s; waits while the pointer or the focus is on it. */
  success: (message: string): string => show({ kind: 'success', message, seconds: toastSeconds }),
  info: (message: string): string => show({ kind: 'info', message, seconds: toastSeconds }),
  /** Says what failed and what to do. Stays until closed. The same text is not piled up. */
  error: (message: string): string => show({ kind: 'error', message, seconds: null }, `error-${message}`),
  /** Says that something was done and offers to take it back for 10 s. */
  undoable: (message: string, onUndo: () => void): string =>
    show({ kind: 'success', message, seconds: undoSeconds, onUndo }),
  close: (id: string): void =>
    void load().then(
      module => module.hideToast(id),
      () => undefined,
    ),
}

/** Where toasts appear. Once, at the top of the app. */
export function Toasts() {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    // Loaded soon all the same: the first toast may have to say that the connection is gone.
    onFirst = () => setLoaded(true)
    const timer = setTimeout(onFirst, 3000)
    return () => clearTimeout(timer)
  }, [])
  return <Suspense fallback={null}>{isLoaded && <ToastStack />}</Suspense>
}
