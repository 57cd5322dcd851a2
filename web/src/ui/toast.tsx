import { randomId } from '@mantine/hooks'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { Toast } from './toast-model.ts'
import { usePreload } from './use-preload.ts'

/** Toasts close by themselves after 4 seconds (docs/product/interface.md "Toasts"). */
const toastSeconds = 4
/** How long Undo is offered. */
const undoSeconds = 10

// Loaded after the page: nobody has done anything yet that needs a toast.
const load = () => import('./toast-stack.tsx')
const Nothing: ComponentType = () => null
const ToastStack = lazy(
  (): Promise<{ default: ComponentType }> =>
    load().then(
      module => ({ default: module.ToastStack }),
      // A newer build has replaced the file. The page works without toasts until it is reloaded; it must not crash.
      () => ({ default: Nothing }),
    ),
)

let hasShown = false
let onFirst = (): void => undefined

const show = (toast: Omit<Toast, 'id'>, id: string = randomId()): string => {
  hasShown = true
  onFirst()
  void load().then(
    module => module.showToast({ ...toast, id }),
    () => undefined, // as above
  )
  return id
}

/** The kinds of toast, and the one with Undo (docs/product/interface.md "Toasts"). Each returns the toast's id. */
export const toast = {
  /** Says that something worked. Closes after 4 s; the timer pauses under pointer or focus. */
  success: (message: string): string => show({ kind: 'success', message, seconds: toastSeconds }),
  info: (message: string): string => show({ kind: 'info', message, seconds: toastSeconds }),
  /** Says what failed and what to do. Stays until closed. The same text appears once. */
  error: (message: string): string => show({ kind: 'error', message, seconds: null }, `error-${message}`),
  /** Says how far long work is; called again with the same `id`, it replaces its text. The caller closes it. */
  progress: (id: string, message: string): string => show({ kind: 'info', message, seconds: null }, id),
  /** Says that something was done and offers Undo, for 10 s unless the installation says otherwise. */
  undoable: (message: string, onUndo: () => void, seconds = undoSeconds): string =>
    show({ kind: 'success', message, seconds, onUndo }),
  /** Says what became of a decision, and may offer to undo it. It takes the place of the toast about the decision before. */
  decided: (message: string, onUndo?: () => void): string =>
    show({
      kind: 'success',
      message,
      seconds: onUndo ? undoSeconds : toastSeconds,
      series: 'decisions',
      ...(onUndo && { onUndo }),
    }),
  close: (id: string): void =>
    void load().then(
      module => module.hideToast(id),
      () => undefined,
    ),
}

/**
 * Says so once `change` is made: a message, or whatever `said` does with the answer. Also when what started the change has left the
 * page by then: callbacks given to `mutate` would be dropped. The query cache shows a failure.
 */
export const sayWhenDone = <Answer,>(
  change: Promise<Answer>,
  said: string | ((answer: Answer) => void),
): void =>
  void change.then(
    answer => {
      if (typeof said === 'string') toast.success(said)
      else said(answer)
    },
    () => undefined,
  )

const none: readonly (() => Promise<unknown>)[] = []

/**
 * Where toasts appear. Once, at the top of the app. They are there when the person first stirs: the first may have to say that the
 * connection is lost. `isEarly` false: their code is loaded for the first of them.
 */
export function Toasts({ isEarly = true }: { readonly isEarly?: boolean }) {
  const [isLoaded, setLoaded] = useState(false)
  const [soon] = useState(() => [() => load().then(() => setLoaded(true))])
  useEffect(() => {
    onFirst = () => setLoaded(true)
    if (hasShown) onFirst()
  }, [])
  // A lost connection is said to those who only look, too.
  usePreload(isEarly ? soon : none, { isForLookers: true })
  return <Suspense fallback={null}>{isLoaded && <ToastStack />}</Suspense>
}
