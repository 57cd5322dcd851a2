import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { LocalDate } from '#domain/kernel/time.ts'
import { useIsKept } from '#web/features/calendar/grid-state/board.tsx'
import { afterPaint, useAfterPaint } from '#web/ui/after-paint.ts'
import type { DaysOfEntries } from './days.ts'

/** How many more cards each day of a week draws at a time, and how far below the window the drawn ones must reach, in pixels. */
const roomStep = 6
const reachPx = 1200

/** How far an element is from the window, in pixels; 0 if it can be seen. */
const distance = (element: Element): number => {
  const { top, bottom } = element.getBoundingClientRect()
  return Math.max(0, top - window.innerHeight, -bottom)
}

/** Up to so many changed days are shown together, at once: a post that moves leaves one day when it enters the other. */
const fewDays = 7

type Drawn = ReadonlyMap<number, DaysOfEntries>

/** How many weeks another month draws before its first paint. */
const firstWeeks = 2

/** The first weeks that were in sight when the person last scrolled: to ask for it after a change makes the browser lay everything out first. */
let weeksInSight: readonly number[] = [0]

const noteSight = (body: HTMLElement | null): void => {
  const rows = [...(body?.querySelectorAll('[data-week]') ?? [])].map(distance)
  weeksInSight = rows.flatMap((px, index) => (px === 0 ? [index] : [])).slice(0, firstWeeks)
}

/** Notes which weeks can be seen, once these are laid out and whenever the person scrolls. */
const useNotedSight = (body: RefObject<HTMLElement | null>): void => {
  const isKept = useIsKept()
  useEffect(() => {
    if (isKept) return
    const note = () => noteSight(body.current)
    const callOff = afterPaint(note)
    window.addEventListener('scroll', note, { passive: true })
    return () => {
      callOff()
      window.removeEventListener('scroll', note)
    }
  }, [body, isKept])
}

/** The days of a week that are drawn with other posts than they have by now. */
const staleIn = (week: readonly LocalDate[], before: DaysOfEntries | undefined, days: DaysOfEntries) =>
  before === days ? [] : week.filter(day => before?.get(day) !== days.get(day))

/**
 * The posts that each week is drawn with. A week without them is not drawn yet: its cards' places are kept. In another month the first weeks in
 * sight are drawn at once, and where a filter changes most days the first of them; then one after each paint, those in sight first.
 * @returns what the week at an index is drawn with
 */
export const useSlices = (
  body: RefObject<HTMLElement | null>,
  weeks: readonly (readonly LocalDate[])[],
  days: DaysOfEntries,
): Drawn => {
  const [drawn, setDrawn] = useState<Drawn>(() => new Map(weeksInSight.map(index => [index, days])))
  const isKept = useIsKept()
  useNotedSight(body)
  const isDue = (index: number) =>
    !drawn.has(index) || staleIn(weeks[index] ?? [], drawn.get(index), days).length > 0
  const due = weeks.flatMap((_, index) => (isDue(index) ? [index] : []))
  const changed = due.flatMap(index => staleIn(weeks[index] ?? [], drawn.get(index), days))
  const isSmall = due.length > 0 && changed.length <= fewDays && due.every(index => drawn.has(index))
  const all = () => new Map(weeks.map((_, index) => [index, days]))
  // While rendering, so that nothing is painted in between.
  if (isSmall) setDrawn(all())
  const isWaiting = due.length > 0 && !isSmall && !isKept
  const lastStarted = useRef<DaysOfEntries | null>(drawn.size > 0 ? days : null)
  const drawNext = useEffectEvent(() => {
    const rows = [...(body.current?.querySelectorAll('[data-week]') ?? [])].map(distance)
    const [next] = due.toSorted((a, b) => (rows[a] ?? 0) - (rows[b] ?? 0) || a - b)
    if (next !== undefined) setDrawn(new Map(drawn).set(next, days))
  })
  useLayoutEffect(() => {
    if (!isWaiting) return
    if (lastStarted.current === days) return afterPaint(() => drawNext())
    lastStarted.current = days
    drawNext()
  })
  return drawn
}

/**
 * Whether the cards of a week are left out of the first paint after a kept month has returned: the first weeks in sight are painted before,
 * which takes half as long as all.
 */
export const useUnseen = (): ((index: number) => boolean) => {
  const isKept = useIsKept()
  const wasKept = useAfterPaint(isKept)
  return index => wasKept && !isKept && !weeksInSight.includes(index)
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
