import { useEffect, useRef, useState } from 'react'

const isSomewhere = () => document.activeElement !== null && document.activeElement !== document.body

/** For something that disappears by its own button: the focus goes to the page, instead of nowhere. */
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
 * For a dialog that is mounted only while open: when it closes, the focus returns to where it was before, or to the page if
 * that is gone. Mantine's own return needs a dialog that stays mounted.
 */
export const useFocusBack = (): void => {
  // During the first render: afterwards the focus is in the dialog.
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // Later, when the dialog is gone from the page. If something else has the focus by then, it keeps it.
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
 * For a form that is sending: its button is disabled and loses the focus, which would send a keyboard to the top of the page.
 * The focus returns when the form is done, unless it has moved elsewhere. Call the returned function when sending starts.
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
