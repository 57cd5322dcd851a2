import { useEffect, useState } from 'react'

/** Longer than a double tap, shorter than a person needs to read anything. */
const settleMs = 400

/**
 * False for a moment after something else has come on the screen: a second tap is meant for what was there before, and must not
 * decide about what nobody has looked at. `key` says what is on the screen; null: nothing yet.
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
