import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { LocalDate } from '#domain/kernel/time.ts'
import { toast } from '#web/ui/toast.tsx'
import { watchPresses } from '../grid/drag.ts'
import { shownGrid } from '../grid/shown-grid.ts'

type Options = {
  /** Null: nothing is dragged, on a phone. */
  readonly isOn: boolean
  readonly blockOn: (postId: number, date: LocalDate) => string | null
  readonly onDrop: (postId: number, date: LocalDate) => void
}

/** Dragging cards of the drawer to days of the grid, by the grid's own drag (decision 35). */
export const useDragOut = (list: RefObject<HTMLElement | null>, { isOn, blockOn, onDrop }: Options): void => {
  const block = useEffectEvent((id: string, date: LocalDate) => blockOn(Number(id), date))
  const drop = useEffectEvent((id: string, date: LocalDate) => onDrop(Number(id), date))
  useEffect(() => {
    const { current: root } = list
    if (!root || !isOn) return
    return watchPresses(root, {
      grid: shownGrid,
      countOf: () => 1,
      liftBlock: () => null,
      dropBlock: (id, date) => block(id, date),
      onDrop: (id, date) => drop(id, date),
      onRefused: toast.info,
    })
  }, [list, isOn])
}
