import { useEffect, useState } from 'react'

/** The present moment, kept fresh: what depends on it (lead time, overdue, today) changes while the screen stands open. */
export function useNow(everyMs = 30_000): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
