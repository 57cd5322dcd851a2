import { useEffect, useRef, useState } from 'react'

const isSomewhere = () => document.activeElement !== null && document.activeElement !== document.body

/** For what goes away by its own button: the focus goes to the page, instead of nowhere. */
export const useFocusPageWhenGone = (): void =>
  useEffect(
    () => () => {
      setTimeout(() => {
        if (!isSomewhere()) document.querySelector('main')?.focus({ preventScroll: true })
      })
    },
    [],
  )

/**
 * For a dialog that is drawn only while it is open: when it goes, the focus returns to where it was when it came, or to the page
 * if that is gone. Mantine's own return needs a dialog that stays and is closed.
 */
export const useFocusBack = (): void => {
  // While the first drawing: afterwards the focus is in the dialog.
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // Later, when the dialog is out of the document. Whoever has put the focus somewhere by then knows better.
      setTimeout(() => {
        if (isSomewhere()) return
        const target =
          before?.isConnected && before !== document.body ? before : document.querySelector('main')
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      })
    },
    [before],
  )
}

/**
 * For a form that waits: its button is out of use meanwhile and loses the focus, which would leave a keyboard at the top of the page. It
 * returns when the wait is over, unless it has gone somewhere else. Call what this gives when the wait begins.
 */
export const useFocusKept = (isWaiting: boolean): (() => void) => {
  const held = useRef<Element | null>(null)
  useEffect(() => {
    if (isWaiting) return
    if (!isSomewhere() && held.current instanceof HTMLElement) held.current.focus()
    held.current = null
  }, [isWaiting])
  return () => {
    held.current = document.activeElement
  }
}
