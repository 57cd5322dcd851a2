import { type TouchEvent, useRef } from 'react'

/** How far a finger has to move for the next post, in px. */
const distance = 64

type Start = { readonly x: number; readonly y: number }

/** A touch inside something that scrolls sideways itself, such as a carousel, belongs to that. */
const scrollsSideways = (target: EventTarget, within: Element): boolean => {
  for (let element = target instanceof Element ? target : null; element; element = element.parentElement) {
    if (element === within) return false
    const isWider = element.scrollWidth > element.clientWidth + 1
    if (isWider && ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)) return true
  }
  return false
}

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Sideways swipes: 1 for the next (to the left), -1 for the previous. The element follows the finger. Returns props to spread
 * on it.
 */
export const useSwipe = (onSwipe: (step: 1 | -1) => void) => {
  const start = useRef<Start | null>(null)
  const follow = (element: HTMLElement, by: number) => {
    element.style.transition = by === 0 ? 'translate 150ms' : ''
    element.style.translate = by === 0 || prefersReducedMotion() ? '' : `${by}px`
  }
  const offset = ({ touches, changedTouches }: TouchEvent): number => {
    const touch = touches[0] ?? changedTouches[0]
    if (start.current === null || touch === undefined) return 0
    const [dx, dy] = [touch.clientX - start.current.x, touch.clientY - start.current.y]
    return Math.abs(dx) > 1.5 * Math.abs(dy) && Math.abs(dx) > 10 ? dx : 0
  }
  const end = (event: TouchEvent<HTMLElement>) => {
    const dx = offset(event)
    start.current = null
    follow(event.currentTarget, 0)
    if (Math.abs(dx) >= distance) onSwipe(dx < 0 ? 1 : -1)
  }
  return {
    onTouchStart: (event: TouchEvent<HTMLElement>) => {
      const [touch] = Array.from(event.touches)
      const isOne = touch !== undefined && event.touches.length === 1
      const isOurs = isOne && !scrollsSideways(event.target, event.currentTarget)
      start.current = isOurs ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchMove: (event: TouchEvent<HTMLElement>) => {
      if (start.current !== null) follow(event.currentTarget, offset(event) / 2)
    },
    onTouchEnd: end,
    onTouchCancel: (event: TouchEvent<HTMLElement>) => {
      start.current = null
      follow(event.currentTarget, 0)
    },
  }
}
