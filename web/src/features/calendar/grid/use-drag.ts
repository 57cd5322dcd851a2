import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import type { Moves } from '#web/features/calendar/grid-state/board.tsx'

/** Dragging cards to other days, by mouse, pen and finger. Why it is our own: decision 35. `moves`: null, nothing can be moved. */
export const useDrag = (
  frame: RefObject<HTMLElement | null>,
  byId: ReadonlyMap<string, CalendarEntry>,
  moves: Moves | null,
): void => {
  const entryOf = useEffectEvent((id: string) => byId.get(id))
  useEffect(() => {
    const { current: root } = frame
    if (!root || !moves) return
    const over = new AbortController()
    // Nobody drags before the page has been painted.
    void import('./drag.ts').then(({ dragOptions, watchPresses }) => {
      if (over.signal.aborted) return
      const options = dragOptions(id => entryOf(id), moves)
      over.signal.addEventListener('abort', watchPresses(root, options))
    })
    return () => over.abort()
  }, [frame, moves])
}
