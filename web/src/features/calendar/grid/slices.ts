import { type RefObject, useEffect, useState } from 'react'

/** How many more cards each day of a week draws at a time, and how far below the window the drawn ones must reach, in pixels. */
const roomStep = 6
const reachPx = 1200

/** Runs after the next paint. @returns how to call it off */
const afterPaint = (run: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** How far an element is from the window, in pixels; 0 if it can be seen. */
const distance = (element: Element): number => {
  const { top, bottom } = element.getBoundingClientRect()
  return Math.max(0, top - window.innerHeight, -bottom)
}

/**
 * The weeks whose cards are drawn: none at first, so that another month is on the screen at once, then one after each paint, beginning
 * with those in sight. Until then their places are kept.
 */
export const useDrawnWeeks = (body: RefObject<HTMLElement | null>, count: number): ReadonlySet<number> => {
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    if (drawn.size >= count) return
    return afterPaint(() => {
      const rows = [...(body.current?.querySelectorAll('[data-week]') ?? [])]
      const waiting = rows.flatMap((_, index) => (drawn.has(index) ? [] : [index]))
      const distances = rows.map(distance)
      const [next] = waiting.sort((a, b) => (distances[a] ?? 0) - (distances[b] ?? 0) || a - b)
      if (next !== undefined) setDrawn(new Set(drawn).add(next))
    })
  }, [body, drawn, count])
  return drawn
}

/** How many cards each day of a week draws: as many as reach well below the window, and more as the person goes on. */
export const useRoomOfWeek = (body: RefObject<HTMLElement | null>, isWeek: boolean): number => {
  const [room, setRoom] = useState(roomStep)
  useEffect(() => {
    if (!isWeek || !body.current) return
    const seen = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setRoom(room + roomStep)
      },
      { rootMargin: `0px 0px ${reachPx}px` },
    )
    for (const rest of body.current.querySelectorAll('[data-waiting]')) seen.observe(rest)
    return () => seen.disconnect()
  })
  return room
}
