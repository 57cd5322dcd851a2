import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import { swallowClick } from '#web/ui/swallow-click.ts'

/** A press becomes a drag when the pointer has moved that far, in pixels, or a finger has rested that long, in milliseconds. */
const DRAG_PX = 6
const LONG_PRESS_MS = 200

type Drag = { readonly from: number; readonly to: number }

/** The position of the item under the pointer; items say theirs in `data-position`. */
const positionAt = ({ clientX, clientY }: PointerEvent): number | null => {
  const item = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-position]')
  return item ? Number(item.dataset.position) : null
}

type Options = {
  readonly show: (drag: Drag | null) => void
  readonly onMove: (from: number, to: number) => void
}

/** Follows one press on an item until it ends as a drag, a click or as scrolling. @returns how to call it off */
const followPress = (from: number, pressed: PointerEvent, { show, onMove }: Options): (() => void) => {
  const over = new AbortController()
  const { signal } = over
  const isTouch = pressed.pointerType === 'touch'
  let drag: Drag | null = null
  const dragTo = (to: number) => {
    if (drag?.to === to) return
    drag = { from, to }
    show(drag)
  }
  const longPress = isTouch ? setTimeout(() => dragTo(from), LONG_PRESS_MS) : undefined
  signal.addEventListener('abort', () => {
    clearTimeout(longPress)
    show(null)
    if (drag) swallowClick()
  })
  const follow = (event: PointerEvent) => {
    const far = Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > DRAG_PX
    // A finger that moves before it has rested scrolls the page.
    if (!drag && far && isTouch) return over.abort()
    if (!drag && far) dragTo(from)
    const to = drag && positionAt(event)
    if (to !== null) dragTo(to)
  }
  const drop = () => {
    over.abort()
    if (drag && drag.to !== from) onMove(from, drag.to)
  }
  const keepStill = (event: Event) => {
    if (drag) event.preventDefault()
  }
  const giveUp = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && drag) over.abort()
  }
  window.addEventListener('pointermove', follow, { signal })
  window.addEventListener('pointerup', drop, { signal })
  window.addEventListener('pointercancel', () => over.abort(), { signal })
  window.addEventListener('blur', () => over.abort(), { signal })
  window.addEventListener('keydown', giveUp, { signal, capture: true })
  window.addEventListener('contextmenu', keepStill, { signal, capture: true })
  window.addEventListener('touchmove', keepStill, { signal, passive: false })
  return () => over.abort()
}

/**
 * Moves an item of a list by mouse, pen or finger, and shows where it would go. A finger first rests on the item, so that it can still scroll
 * the page from there. Escape gives up.
 */
export const useDragOrder = (onMove: (from: number, to: number) => void) => {
  const [drag, setDrag] = useState<Drag | null>(null)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  return {
    drag,
    onPointerDown: (from: number, { nativeEvent }: ReactPointerEvent) => {
      stop.current?.()
      stop.current =
        nativeEvent.button === 0 && nativeEvent.isPrimary
          ? followPress(from, nativeEvent, { show: setDrag, onMove })
          : null
    },
  }
}
