import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useState } from 'react'
import type { GridEntry } from './grid-entries.ts'

/** How far a mouse moves, and how long a finger rests, before a cell follows. */
const dragPixels = 8
const longPressMs = 200

type Drag = {
  readonly key: string
  readonly x: number
  readonly y: number
  readonly isTouch: boolean
  readonly hasBegun: boolean
}

type Options = {
  /** Those whose time can be swapped, in the order shown. */
  readonly movable: readonly GridEntry[]
  readonly onSwap: (moved: GridEntry, target: GridEntry) => void
}

/** Moving a planned post onto another one: by pointer, by a long press, or with M, arrows and Enter. */
export const useGridReorder = ({ movable, onSwap }: Options) => {
  const [drag, setDrag] = useState<Drag | null>(null)
  const [lifted, setLifted] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const end = () => {
    setDrag(null)
    setLifted(null)
    setOver(null)
  }
  const drop = (from: string, onto: string | null) => {
    end()
    const [moved, target] = [from, onto].map(key => movable.find(entry => entry.key === key))
    if (moved && target && moved !== target) onSwap(moved, target)
  }
  const begin = () => {
    if (drag === null || drag.hasBegun) return
    setDrag({ ...drag, hasBegun: true })
    setLifted(drag.key)
  }

  const follow = useEffectEvent((event: globalThis.PointerEvent) => {
    if (drag === null) return
    const { clientX: x, clientY: y } = event
    const isFar = Math.hypot(x - drag.x, y - drag.y) > dragPixels
    // A finger that moves at once scrolls the page.
    if (!drag.hasBegun && isFar) return drag.isTouch ? end() : begin()
    if (drag.hasBegun) setOver(keyAt(x, y))
  })
  const release = useEffectEvent((event: globalThis.PointerEvent) => {
    if (drag?.hasBegun) drop(drag.key, keyAt(event.clientX, event.clientY))
    else end()
  })
  const hold = useEffectEvent(begin)
  const keepPage = useEffectEvent((event: TouchEvent) => {
    if (drag?.hasBegun) event.preventDefault()
  })
  const cancel = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key === 'Escape') end()
  })
  const isDragging = drag !== null
  useEffect(() => {
    if (!isDragging) return
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener('pointermove', event => follow(event), { signal })
    window.addEventListener('pointerup', event => release(event), { signal })
    window.addEventListener('pointercancel', () => setDrag(null), { signal })
    window.addEventListener('touchmove', event => keepPage(event), { signal, passive: false })
    window.addEventListener('keydown', event => cancel(event), { signal })
    return () => stop.abort()
  }, [isDragging])
  const isPressed = drag?.isTouch === true && !drag.hasBegun
  useEffect(() => {
    if (!isPressed) return
    const timer = setTimeout(() => hold(), longPressMs)
    return () => clearTimeout(timer)
  }, [isPressed])

  const step = (by: 1 | -1) => {
    const others = movable.filter(({ key }) => key !== lifted)
    const place = others.findIndex(({ key }) => key === over)
    setOver(others[(place + by + others.length) % others.length]?.key ?? null)
  }
  const onKeyDown = (key: string) => (event: KeyboardEvent) => {
    if (lifted === null) {
      if (event.key.toLowerCase() !== 'm' || event.ctrlKey || event.metaKey || event.altKey) return
      setLifted(key)
      const place = movable.findIndex(entry => entry.key === key)
      setOver((movable[place + 1] ?? movable[place - 1])?.key ?? null)
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter') drop(lifted, over)
    else if (event.key === 'Escape') end()
    else return
    event.preventDefault()
    // The shortcuts of the page have these keys too.
    event.stopPropagation()
  }

  const cellProps = ({ key }: GridEntry) => {
    if (!movable.some(entry => entry.key === key)) return {}
    return {
      'data-movable': true,
      'data-lifted': key === lifted,
      'data-over': key === over && key !== lifted,
      onKeyDown: onKeyDown(key),
      onContextMenu: (event: { preventDefault: () => void }) => isDragging && event.preventDefault(),
      onPointerDown: ({ button, clientX: x, clientY: y, pointerType }: PointerEvent) => {
        if (button === 0) setDrag({ key, x, y, isTouch: pointerType === 'touch', hasBegun: false })
      },
    }
  }
  return { lifted, over, cellProps, end }
}

/** The cell below a point of the window. */
const keyAt = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-grid-key]')?.dataset.gridKey ?? null
