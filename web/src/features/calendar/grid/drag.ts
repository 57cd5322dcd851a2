import type { CalendarEntry } from '#domain/calendar/entries.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { Moves } from '#web/features/calendar/grid-state/board.tsx'
import { swallowClick } from '#web/ui/swallow-click.ts'
import classes from './calendar-grid.module.css'

/** A drag must exceed 30 px, a long press takes 200 ms (docs/product/calendar.md "Drag and drop"). */
const dragPx = 30
const longPressMs = 200
/** A finger that moves this far before the press was long scrolls the page. */
const scrollPx = 10
/** This near to the window's edge the page scrolls, by this much a frame. */
const edgePx = 56
const scrollStep = 14
const revertMs = 150

export type DragOptions = {
  /** The days that cards are dragged to, where these are not in the same frame. */
  readonly grid?: () => HTMLElement | null
  /** How many posts move with this card; 0: nothing can be moved here. */
  readonly countOf: (id: string) => number
  /** Why this card cannot be dragged, or null. */
  readonly liftBlock: (id: string) => string | null
  /** Why this card cannot be dropped on that day, or null. */
  readonly dropBlock: (id: string, date: LocalDate) => string | null
  readonly onDrop: (id: string, date: LocalDate) => void
  /** Called when it is dropped on the drawer of posts without a day. Absent: it comes from there. */
  readonly onUnschedule?: (id: string) => void
  /** Called with why a card stays where it is, or goes back there. */
  readonly onRefused: (reason: string) => void
}

/** What stays at the top of the window: the page's header, the toolbar, the weekdays. */
const topPx = 132

type Point = { readonly x: number; readonly y: number }

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY })

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** What a drag asks, by the ids that cards bear. */
export const dragOptions = (
  entryOf: (id: string) => CalendarEntry | undefined,
  { countWith, liftBlock, dropBlock, onMove, onUnschedule, onRefused }: Moves,
): DragOptions => {
  const ask = <T>(id: string, question: (entry: CalendarEntry) => T, otherwise: T): T => {
    const entry = entryOf(id)
    return entry ? question(entry) : otherwise
  }
  return {
    countOf: id => ask(id, countWith, 0),
    liftBlock: id => ask(id, entry => liftBlock(entry, true), null),
    dropBlock: (id, date) => ask(id, entry => dropBlock(entry, date), null),
    onDrop: (id, date) => {
      const entry = entryOf(id)
      if (entry && entry.date !== date) onMove(entry, date)
    },
    onUnschedule: id => ask(id, onUnschedule, undefined),
    onRefused,
  }
}

/** Follows presses on the cards of the grid, one at a time: a press becomes a drag, or ends as a click or as scrolling. */
export const watchPresses = (frame: HTMLElement, options: DragOptions): (() => void) => {
  let end: (() => void) | null = null
  const onPointerDown = (event: PointerEvent) => {
    const target = event.target instanceof Element ? event.target : null
    const card = target?.closest<HTMLElement>('[data-entry]')
    if (!card || event.button !== 0 || !event.isPrimary || target?.closest('button, input')) return
    end?.()
    end = followPress(frame, card, event, options)
  }
  frame.addEventListener('pointerdown', onPointerDown)
  return () => {
    end?.()
    frame.removeEventListener('pointerdown', onPointerDown)
  }
}

/** @returns how to call the press off */
const followPress = (
  frame: HTMLElement,
  card: HTMLElement,
  pressed: PointerEvent,
  options: DragOptions,
): (() => void) => {
  const from = pointOf(pressed)
  const isTouch = pressed.pointerType === 'touch'
  const over = new AbortController()
  const { signal } = over
  const state: { drag: Drag | null } = { drag: null }
  const lift = () => {
    const id = card.dataset.entry ?? ''
    const count = options.countOf(id)
    if (count === 0) return over.abort()
    const why = options.liftBlock(id)
    if (why === null) state.drag = startDrag(options.grid?.() ?? frame, card, from, count, options)
    else {
      over.abort()
      // The button is still down: its release over the card is not a click on it.
      swallowClick()
      options.onRefused(why)
    }
  }
  const press = isTouch ? setTimeout(lift, longPressMs) : undefined
  signal.addEventListener('abort', () => {
    clearTimeout(press)
    state.drag?.revert()
  })
  const isOwn = (event: PointerEvent) => event.pointerId === pressed.pointerId
  const onMove = (event: PointerEvent) => {
    if (!isOwn(event)) return
    const far = distance(from, pointOf(event))
    if (!state.drag && isTouch && far > scrollPx) over.abort()
    if (!state.drag && !isTouch && far > dragPx) lift()
    state.drag?.moveTo(pointOf(event))
  }
  const onUp = (event: PointerEvent) => {
    if (!isOwn(event)) return
    const { drag } = state
    state.drag = null
    over.abort()
    drag?.drop(pointOf(event))
  }
  window.addEventListener('pointermove', onMove, { signal })
  window.addEventListener('pointerup', onUp, { signal })
  window.addEventListener('pointercancel', () => over.abort(), { signal })
  window.addEventListener('blur', () => over.abort(), { signal })
  whileDragging(frame, () => state.drag !== null, over)
  return () => over.abort()
}

/** Escape calls the drag off. A finger that holds a card scrolls nothing and opens no menu. */
const whileDragging = (frame: HTMLElement, isDragging: () => boolean, over: AbortController): void => {
  const { signal } = over
  const stop = (event: Event) => {
    if (!isDragging()) return
    event.preventDefault()
    event.stopPropagation()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isDragging()) return
    stop(event)
    over.abort()
  }
  // A press on a card never selects text, nor does it pick up the link or the picture.
  for (const type of ['selectstart', 'dragstart'])
    window.addEventListener(type, event => event.preventDefault(), { signal })
  window.addEventListener('keydown', onKeyDown, { signal, capture: true })
  window.addEventListener('contextmenu', stop, { signal, capture: true })
  frame.addEventListener('touchmove', stop, { signal, passive: false })
}

type Drag = {
  readonly moveTo: (to: Point) => void
  /** Ends it: on a day that takes the card, or back where it came from. */
  readonly drop: (at: Point) => void
  readonly revert: () => void
}

const startDrag = (
  frame: HTMLElement,
  card: HTMLElement,
  from: Point,
  count: number,
  options: DragOptions,
): Drag => {
  const mirror = mirrorOf(card, count)
  const scrolled = window.scrollY
  const cover = document.createElement('div')
  cover.className = classes.cover ?? ''
  document.body.append(cover)
  const id = card.dataset.entry ?? ''
  const { placeAt, blockAt, dropOn } = dropPlaces(frame, id, options)
  const mark = targetMark(cover, blockAt)
  let at = from
  let waiting = 0
  const draw = () => {
    // Everything is read before anything is written, so that the frame is laid out once.
    const place = placeAt(at)
    waiting = scrollAtEdge(frame, at) ? requestAnimationFrame(draw) : 0
    mirror.style.translate = `${at.x - from.x}px ${at.y - from.y}px`
    mark(place)
  }
  const finish = () => {
    cancelAnimationFrame(waiting)
    mark(null)
    cover.remove()
    delete card.dataset.dragged
    swallowClick()
  }
  const revert = () => {
    finish()
    flyBack(mirror, scrolled)
  }
  card.dataset.dragged = 'true'
  return {
    moveTo: to => {
      at = to
      waiting ||= requestAnimationFrame(draw)
    },
    drop: to => {
      const place = placeAt(to)
      if (distance(from, to) <= dragPx || place === null) return revert()
      const why = blockAt(place)
      if (why !== null) {
        revert()
        return options.onRefused(why)
      }
      finish()
      mirror.remove()
      dropOn(place)
    },
    revert,
  }
}

/** Sends the picture back to its card, and takes it away there. */
const flyBack = (mirror: HTMLElement, scrolled: number): void => {
  // Where the card is now: the page may have been scrolled since.
  const back = { translate: `0 ${scrolled - window.scrollY}px` }
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const motion = mirror.animate([back], { duration: isStill ? 0 : revertMs, easing: 'ease-out' })
  motion.onfinish = () => mirror.remove()
}

/** Where this card can be dropped: the days, and the drawer of posts without a day. */
const dropPlaces = (frame: HTMLElement, id: string, { dropBlock, onDrop, onUnschedule }: DragOptions) => {
  const dayAt = dayFinder(frame)
  const drawer = onUnschedule ? document.querySelector<HTMLElement>('[data-unscheduled]') : null
  return {
    placeAt: (point: Point) => {
      if (drawer && isWithin(drawer, point)) return drawer
      // The month may have been left since.
      return frame.closest('[data-kept]') ? null : dayAt(point)
    },
    blockAt: (place: HTMLElement) => (place === drawer ? null : dropBlock(id, place.dataset.date ?? '')),
    dropOn: (place: HTMLElement) =>
      place === drawer ? onUnschedule?.(id) : onDrop(id, place.dataset.date ?? ''),
  }
}

const isWithin = (element: HTMLElement, { x, y }: Point): boolean => {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return left <= x && x < right && top <= y && y < bottom
}

type Place = { readonly cell: HTMLElement; readonly box: DOMRect }

/**
 * Finds the day at a point of the window. The days are measured once, and again when the grid's height has changed: asking the page what is
 * at a point is too slow for every frame.
 */
const dayFinder = (frame: HTMLElement) => {
  let measured: { readonly at: DOMRect; readonly places: readonly Place[] } | null = null
  const measure = (at: DOMRect) => {
    const cells = [...frame.querySelectorAll<HTMLElement>('[role="cell"][data-date]')]
    measured = { at, places: cells.map(cell => ({ cell, box: cell.getBoundingClientRect() })) }
    return measured
  }
  return ({ x, y }: Point): HTMLElement | null => {
    const now = frame.getBoundingClientRect()
    const { at, places } = measured?.at.height === now.height ? measured : measure(now)
    const [left, top] = [x - now.left + at.left, y - now.top + at.top]
    const isIn = ({ box }: Place) =>
      box.left <= left && left < box.right && box.top <= top && top < box.bottom
    return y < topPx ? null : (places.find(isIn)?.cell ?? null)
  }
}

/** Shows where the card would go to, and if it may not, why. */
const targetMark = (cover: HTMLElement, blockAt: (place: HTMLElement) => string | null) => {
  const reason = document.createElement('div')
  reason.className = classes.reason ?? ''
  cover.append(reason)
  let marked: HTMLElement | null = null
  return (cell: HTMLElement | null) => {
    if (cell === marked) return
    delete marked?.dataset.drop
    marked = cell
    const why = cell && blockAt(cell)
    reason.textContent = why
    if (!cell) return
    cell.dataset.drop = why === null ? 'yes' : 'no'
    if (why !== null) placeReason(reason, cell)
    cover.dataset.drop = cell.dataset.drop
  }
}

const reasonPx = 276

/** Below the top of the day, within the window. */
const placeReason = (reason: HTMLElement, cell: HTMLElement): void => {
  const { left, top } = cell.getBoundingClientRect()
  reason.style.left = `${Math.max(8, Math.min(left, window.innerWidth - reasonPx))}px`
  reason.style.top = `${Math.max(topPx, top + 4)}px`
}

/** @returns whether there is anything to scroll */
const scrollAtEdge = (frame: HTMLElement, { y }: Point): boolean => {
  const { top, bottom } = frame.getBoundingClientRect()
  const isUp = y < topPx + edgePx && top < topPx
  const isDown = y > window.innerHeight - edgePx && bottom > window.innerHeight
  if (isUp || isDown) window.scrollBy({ top: isUp ? -scrollStep : scrollStep, behavior: 'instant' })
  return isUp || isDown
}

/** A picture of the card that follows the pointer, with the number of posts that go with it. */
const mirrorOf = (card: HTMLElement, count: number): HTMLElement => {
  const { left, top, width, height } = card.getBoundingClientRect()
  const mirror = document.createElement('div')
  const copy = card.cloneNode(true) as HTMLElement
  for (const name of ['data-entry', 'data-nav', 'tabindex', 'role', 'aria-label']) copy.removeAttribute(name)
  mirror.className = classes.mirror ?? ''
  mirror.setAttribute('aria-hidden', 'true')
  mirror.inert = true
  Object.assign(mirror.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  })
  mirror.append(copy)
  if (count > 1) {
    const badge = document.createElement('span')
    badge.className = classes.mirrorCount ?? ''
    badge.textContent = String(count)
    mirror.append(badge)
  }
  document.body.append(mirror)
  return mirror
}
