import { useEffect } from 'react'

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** For who only looks: late enough to take nothing from what the page itself loads. */
const idleMs = 5000

/**
 * Fetches code that the page will want by and by, when its person first stirs: before a click can ask for it, and after
 * everything that the first sight needs. `loads` are the imports of lazy components; it has to be the same list each time.
 */
export const useWarmUp = (loads: readonly (() => Promise<unknown>)[]): void => {
  useEffect(() => {
    const stop = () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, warm)
    }
    const warm = () => {
      stop()
      // Without a connection nothing comes in advance; the component asks again when it is needed, and says so.
      for (const load of loads) void load().catch(() => undefined)
    }
    const timer = setTimeout(warm, idleMs)
    for (const sign of signs) window.addEventListener(sign, warm, { passive: true })
    return stop
  }, [loads])
}
