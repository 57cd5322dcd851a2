import { useEffect, useState } from 'react'

/** Longer than a double tap, too short for reading anything. */
const settleMs = 400

/**
 * False for a moment after the screen has changed: a second tap was meant for what was there before, and must not decide about
 * something nobody has frozen at. `key` says what is on the screen; null: nothing yet.
 */
export const useSettled = (key: string | null): boolean => {
  const [settled, setSettled] = useState(key)
  if (settled === null && key !== null) setSettled(key)
  useEffect(() => {
    if (key === null || key === settled) return
    const timer = setTimeout(() => setSettled(key), settleMs)
    return () => clearTimeout(timer)
  }, [key, settled])
  return settled === null || key === settled
}
