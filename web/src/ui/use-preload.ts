import { useEffect } from 'react'

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** For people who only look: late enough not to compete with what the page itself loads. */
const idleMs = 5000

/**
 * Preloads code that the page will need soon, when the person first stirs: before a click needs it, and after everything that
 * the first paint needs. `loads` are the imports of lazy components; the list must keep its identity.
 */
export const usePreload = (loads: readonly (() => Promise<unknown>)[]): void => {
  useEffect(() => {
    const stop = () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, warm)
    }
    const warm = () => {
      stop()
      // Without a connection nothing is preloaded; the component loads again when it is needed, and says so.
      for (const load of loads) void load().catch(() => undefined)
    }
    const timer = setTimeout(warm, idleMs)
    for (const sign of signs) window.addEventListener(sign, warm, { passive: true })
    return stop
  }, [loads])
}
