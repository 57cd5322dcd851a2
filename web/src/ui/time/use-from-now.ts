import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const tell of listeners) tell()
  }, 30_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** What follows from the current time, kept up to date: only what reads differently is drawn again, and hundreds share one timer. */
export const useFromNow = <T extends string | null>(read: (now: Date) => T): T =>
  useSyncExternalStore(subscribe, () => read(new Date()))
