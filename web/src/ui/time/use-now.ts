import { useEffect, useState } from 'react'

/** The current time, kept up to date: what depends on it (lead time, overdue, today) changes while the page is open. */
export function useNow(everyMs = 30_000): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

const minuteOf = (moment: Date): number => Math.floor(moment.getTime() / 60_000)

/** The current time for what shows minutes: it changes within a second of the clock's minute, and draws nothing in between. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(
      () => setNow(shown => (minuteOf(shown) === minuteOf(new Date()) ? shown : new Date())),
      1_000,
    )
    return () => clearInterval(timer)
  }, [])
  return now
}
