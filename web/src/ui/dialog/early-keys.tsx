import { useLayoutEffect } from 'react'
import { keepEarlyKeys } from '../early-keys.ts'

/** How long a dialog that is there may take to take the keys, in ms. */
const takeMs = 10_000

/** In the place of a dialog while it is loading: keys are kept for it, which takes them once it is there, and press no shortcut. */
export function EarlyKeys({ onEscape }: { readonly onEscape: () => void }) {
  useLayoutEffect(() => {
    const end = keepEarlyKeys(onEscape)
    // Nobody takes them if the dialog cannot be loaded.
    return () => void setTimeout(end, takeMs)
  }, [onEscape])
  return null
}
