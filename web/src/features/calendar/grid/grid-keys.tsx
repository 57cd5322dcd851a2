import { VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { addDays } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { type Moves, useIsKept } from '#web/features/calendar/grid-state/board.tsx'
import type { Shortcut } from '#web/ui/shortcuts.tsx'
import classes from './calendar-grid.module.css'
import { dayText } from './day-head.tsx'

type Options = {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly byId: ReadonlyMap<string, CalendarEntry>
  readonly today: LocalDate
  readonly moves: Moves | null
}

export const cardKeys: readonly Shortcut[] = [
  { keys: 'enter', label: 'Open the focused post', group: 'Calendar' },
  { keys: 'space', label: 'Select the focused post', group: 'Calendar' },
  { keys: 'm', label: 'Move the focused post', group: 'Calendar' },
  { keys: 'shift+f10', label: 'Actions of the focused post', group: 'Calendar' },
]

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}

const dateOf = (element: Element): LocalDate =>
  element.closest<HTMLElement>('[data-date]')?.dataset.date ?? ''

const isCard = (stop: HTMLElement) => stop.dataset.nav === 'card'

const stopsOf = (frame: HTMLElement): HTMLElement[] => [...frame.querySelectorAll<HTMLElement>('[data-nav]')]

/** The stop that an arrow leads to: up and down within a day and on to the week before or after, left and right by days. */
export const nextStop = (frame: HTMLElement, from: HTMLElement, key: string): HTMLElement | null => {
  const step = steps[key]
  if (step === undefined) return null
  const stops = stopsOf(frame)
  const date = dateOf(from)
  const isVertical = Math.abs(step) === 7
  const isLabel = (stop: HTMLElement) => stop.dataset.nav === 'label'
  // Sideways it goes from card to card, and from label to label.
  const onDay = (day: LocalDate) =>
    stops.filter(stop => dateOf(stop) === day && (isVertical || isLabel(stop) === isLabel(from)))
  const own = onDay(date)
  const index = own.indexOf(from)
  const beside = isVertical ? own[index + Math.sign(step)] : undefined
  if (beside) return beside
  for (let weeks = 1; weeks <= 42; weeks++) {
    const there = onDay(addDays(date, step * weeks))
    if (there.length > 0)
      return (isVertical ? there.at(step > 0 ? 0 : -1) : there[Math.min(index, there.length - 1)]) ?? null
  }
  return null
}

/**
 * The grid by keyboard: one Tab stop, arrows between days and cards, and a move mode (M, arrows, Enter) instead of dragging
 * (docs/product/calendar.md "Keyboard").
 */
export const useGridKeys = ({ frame, byId, today, moves }: Options) => {
  const isKept = useIsKept()
  const [moving, setMoving] = useState<{ entry: CalendarEntry; to: LocalDate } | null>(null)
  const [said, setSaid] = useState('')
  // Leaving the month gives the move up.
  if (isKept && (moving || said)) {
    setMoving(null)
    setSaid('')
  }
  useOneTabStop(frame)
  useTargetMark(frame, moving?.to ?? null)

  const steer = (event: KeyboardEvent, { entry, to }: { entry: CalendarEntry; to: LocalDate }) => {
    const step = steps[event.key]
    if (step !== undefined) {
      const next = addDays(to, step)
      const isShown = frame.current?.querySelector(`[role="cell"][data-date="${next}"]`) != null
      if (next < today || !isShown) return setSaid(`${dayText(next)} is not possible`)
      setMoving({ entry, to: next })
      return setSaid([dayText(next), moves?.dropBlock(entry, next)].filter(Boolean).join('. '))
    }
    if (event.key.toLowerCase() === 'u') {
      setMoving(null)
      setSaid('Taken off the calendar')
      return moves?.onUnschedule(entry)
    }
    const why = moves?.dropBlock(entry, to)
    if (event.key === 'Enter' && why) return setSaid(why)
    setMoving(null)
    if (event.key !== 'Enter' || to === entry.date) return setSaid('Not moved')
    setSaid(`Moved to ${dayText(to)}`)
    moves?.onMove(entry, to)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (moving) {
      if (event.key === 'Tab') return setMoving(null)
      event.preventDefault()
      event.stopPropagation()
      return steer(event, moving)
    }
    const from = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-nav]') : null
    if (!from || from !== event.target || event.ctrlKey || event.metaKey || event.altKey) return
    const entry = byId.get(from.dataset.entry ?? '')
    if (event.key.toLowerCase() === 'm' && entry && moves) {
      event.preventDefault()
      const why = moves.liftBlock(entry, false)
      if (why !== null) return moves.onRefused(why)
      setMoving({ entry, to: entry.date })
      return setSaid(
        `Moving. Arrows choose the day, Enter places, U unschedules, Escape cancels. ${dayText(entry.date)}`,
      )
    }
    const within = from.closest<HTMLElement>('[role="dialog"]') ?? frame.current
    const next = within && nextStop(within, from, event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const refused = moving && moves?.dropBlock(moving.entry, moving.to)
  const announcement: ReactNode = (
    <>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {moving && (
        <div className={classes.moving} aria-hidden>
          Move to <strong>{dayText(moving.to)}</strong>:{' '}
          {refused ?? 'arrows choose, Enter places, U unschedules, Esc cancels'}
        </div>
      )}
    </>
  )
  return { handlers: { onKeyDownCapture: onKeyDown }, announcement }
}

/**
 * All stops of the grid are reached by arrows; the last used one is the Tab stop. The focus follows a card that is drawn again elsewhere,
 * because it was moved here or by somebody else.
 */
const useOneTabStop = (frame: RefObject<HTMLDivElement | null>) => {
  useEffect(() => {
    const root = frame.current
    if (!root) return
    let used: HTMLElement | null = null
    let isFocused = false
    /** The focused card was taken out of the page, perhaps only to be put in elsewhere. */
    let isTakenOut = false
    const noteRemoval = (changes: readonly MutationRecord[]) => {
      const isUsed = (node: Node) => used !== null && node.contains(used)
      isTakenOut ||= isFocused && changes.some(({ removedNodes }) => [...removedNodes].some(isUsed))
    }
    const followCard = (stops: readonly HTMLElement[]) => {
      const entry = used?.dataset.entry
      // Somebody who has gone on to something else is not called back.
      if (!isTakenOut || entry === undefined || document.activeElement !== document.body) return
      stops.find(stop => stop.dataset.entry === entry)?.focus()
    }
    // At first it is a post: labels are above posts, and sideways arrows would move from label to label.
    const keepOne = () => {
      // What opens over the grid has stops of its own.
      const stops = stopsOf(root).filter(stop => stop.closest('[role="dialog"]') === null)
      followCard(stops)
      const one = stops.find(stop => stop === used) ?? stops.find(isCard) ?? stops[0]
      for (const other of stops) if (other !== one && other.tabIndex === 0) other.tabIndex = -1
      if (one && one.tabIndex !== 0) one.tabIndex = 0
    }
    const onFocus = ({ target }: FocusEvent) => {
      const stop = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-nav]') : null
      if (!stop) return
      used = stop
      isFocused = true
      isTakenOut = false
      keepOne()
    }
    // A card that is taken out loses the focus as well; that is known only a moment later.
    const onBlur = () =>
      setTimeout(() => {
        if (!isTakenOut && document.activeElement !== used) isFocused = false
      })
    const watcher = new MutationObserver(changes => {
      noteRemoval(changes)
      keepOne()
    })
    watcher.observe(root, { childList: true, subtree: true })
    root.addEventListener('focusin', onFocus)
    root.addEventListener('focusout', onBlur)
    keepOne()
    return () => {
      watcher.disconnect()
      root.removeEventListener('focusin', onFocus)
      root.removeEventListener('focusout', onBlur)
    }
  }, [frame])
}

/** Shows which day the card would move to. */
const useTargetMark = (frame: RefObject<HTMLDivElement | null>, date: LocalDate | null) => {
  useEffect(() => {
    if (date === null) return
    const cell = frame.current?.querySelector<HTMLElement>(`[role="cell"][data-date="${date}"]`)
    if (!cell) return
    cell.dataset.target = 'true'
    cell.scrollIntoView({ block: 'nearest' })
    return () => {
      delete cell.dataset.target
    }
  }, [frame, date])
}
