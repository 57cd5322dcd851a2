import { useEffect, useState } from 'react'

/** Longer than a double tap, too short for reading anything. */
export const settleMs = 400
/** After a decision the next post lies under the same finger: a repeated tap comes up to 1.2 seconds later. */
export const settleAfterDecisionMs = 1500

/**
 * False for a moment after the screen has changed: a second tap was meant for what was there before, and must not decide about
 * something nobody has looked at. `key` says what is on the screen; null: nothing yet.
 */
export const useSettled = (key: string | null, ms: number): boolean => {
  const [settled, setSettled] = useState(key)
  if (settled === null && key !== null) setSettled(key)
  useEffect(() => {
    if (key === null || key === settled) return
    const timer = setTimeout(() => setSettled(key), ms)
    return () => clearTimeout(timer)
  }, [key, settled, ms])
  return settled === null || key === settled
}
