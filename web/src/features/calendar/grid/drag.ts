import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { LocalDate } from '#domain/kernel/time.ts'
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

type Options = {
  /** How many posts move with this card; 0: it cannot be moved. */
  readonly countOf: (id: string) => number
  readonly mayDropOn: (date: LocalDate) => boolean
  readonly onDrop: (id: string, date: LocalDate) => void
}

/** What stays at the top of the window: the page's header, the toolbar, the weekdays. */
const topPx = 132

type Point = { readonly x: number; readonly y: number }

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY })

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** Dragging cards to other days, by mouse, pen and finger. Why it is our own: decision 35. */
export const useDrag = (frame: RefObject<HTMLElement | null>, options: Options): void => {
  const countOf = useEffectEvent(options.countOf)
  const mayDropOn = useEffectEvent(options.mayDropOn)
  const onDrop = useEffectEvent(options.onDrop)
  useEffect(() => {
    if (frame.current)
      return watchPresses(frame.current, {
        countOf: id => countOf(id),
        mayDropOn: date => mayDropOn(date),
        onDrop: (id, date) => onDrop(id, date),
      })
  }, [frame])
}

/** Follows presses on the cards of the grid, one at a time: a press becomes a drag, or ends as a click or as scrolling. */
export const watchPresses = (frame: HTMLElement, options: Options): (() => void) => {
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
  options: Options,
): (() => void) => {
  const from = pointOf(pressed)
  const isTouch = pressed.pointerType === 'touch'
  const over = new AbortController()
  const { signal } = over
  const state: { drag: Drag | null } = { drag: null }
  const lift = () => {
    const count = options.countOf(card.dataset.entry ?? '')
    if (count === 0) over.abort()
    else state.drag = startDrag(frame, card, from, count, options)
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
  { mayDropOn, onDrop }: Options,
): Drag => {
  const mirror = mirrorOf(card, count)
  const scrolled = window.scrollY
  const cover = document.createElement('div')
  cover.className = classes.cover ?? ''
  document.body.append(cover)
  const dayAt = dayFinder(frame)
  const mark = targetMark(cover, mayDropOn)
  let at = from
  let waiting = 0
  const draw = () => {
    // Everything is read before anything is written, so that the frame is laid out once.
    const day = dayAt(at)
    waiting = scrollAtEdge(frame, at) ? requestAnimationFrame(draw) : 0
    mirror.style.translate = `${at.x - from.x}px ${at.y - from.y}px`
    mark(day)
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
    // Where the card is now: the page may have been scrolled since.
    const back = { translate: `0 ${scrolled - window.scrollY}px` }
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const motion = mirror.animate([back], { duration: isStill ? 0 : revertMs, easing: 'ease-out' })
    motion.onfinish = () => mirror.remove()
  }
  card.dataset.dragged = 'true'
  return {
    moveTo: to => {
      at = to
      waiting ||= requestAnimationFrame(draw)
    },
    drop: to => {
      const date = dayAt(to)?.dataset.date
      if (distance(from, to) <= dragPx || date === undefined || !mayDropOn(date)) return revert()
      finish()
      mirror.remove()
      onDrop(card.dataset.entry ?? '', date)
    },
    revert,
  }
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

/** Shows which day the card would go to, and whether it may. */
const targetMark = (cover: HTMLElement, mayDropOn: Options['mayDropOn']) => {
  let marked: HTMLElement | null = null
  return (cell: HTMLElement | null) => {
    if (cell === marked) return
    delete marked?.dataset.drop
    marked = cell
    if (!cell) return
    cell.dataset.drop = mayDropOn(cell.dataset.date ?? '') ? 'yes' : 'no'
    cover.dataset.drop = cell.dataset.drop
  }
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

/** The click that a drag ends with is none, even if the button is released long after Escape. One of the keyboard's is. */
const swallowClick = () => {
  const done = new AbortController()
  const stop = (event: MouseEvent) => {
    if (event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
    done.abort()
  }
  window.addEventListener('click', stop, { capture: true, signal: done.signal })
  window.addEventListener('pointerdown', () => done.abort(), { capture: true, signal: done.signal })
}
