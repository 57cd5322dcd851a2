import { useEffect } from 'react'

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** Late enough not to compete with what the page itself loads. */
const idleMs = 5000

/** A finger says nothing before it presses: what it opens must be there by then. */
const isTouched = () => window.matchMedia('(hover: none)').matches

/**
 * Only the page itself moves the focus to what no person can reach, such as the heading of what it has just opened; and the browser
 * says that a resting pointer has moved, by nothing, when something is drawn below it.
 */
const isByItself = (event: Event): boolean =>
  event.type === 'focusin'
    ? event.target instanceof HTMLElement && event.target.tabIndex < 0
    : event instanceof MouseEvent &&
      event.type === 'pointermove' &&
      event.movementX === 0 &&
      event.movementY === 0

type Options = {
  /** Loaded after five seconds on every device: it may be needed although nobody stirs. */
  readonly isForLookers?: boolean
}

/**
 * Preloads code that the page will need soon, when the person first stirs: before a click needs it, and after everything that
 * the first paint needs. A person who only looks loads nothing, except on touch screens after five seconds. `loads` are the imports of
 * lazy components; the list must keep its identity.
 */
export const usePreload = (
  loads: readonly (() => Promise<unknown>)[],
  { isForLookers = false }: Options = {},
): void => {
  useEffect(() => {
    const stop = () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, warm)
    }
    const warm = (event?: Event) => {
      if (event && isByItself(event)) return
      stop()
      // Without a connection nothing is preloaded; the component loads again when it is needed, and says so.
      for (const load of loads) void load().catch(() => undefined)
    }
    const timer = isForLookers || isTouched() ? setTimeout(() => warm(), idleMs) : undefined
    for (const sign of signs) window.addEventListener(sign, warm, { passive: true })
    return stop
  }, [loads, isForLookers])
}
