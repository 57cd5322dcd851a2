import { type KeyboardEvent, useState } from 'react'
import { addDays } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { dayText } from '../grid/day-head.tsx'
import { shownGrid } from '../grid/shown-grid.ts'

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

type Options = {
  readonly today: LocalDate
  readonly blockOn: (postId: number, date: LocalDate) => string | null
  readonly onDrop: (postId: number, date: LocalDate) => void
}

type Moving = { readonly postId: number; readonly to: LocalDate }

const cellOf = (date: LocalDate): HTMLElement | null | undefined =>
  shownGrid()?.querySelector<HTMLElement>(`[role="cell"][data-date="${date}"]`)

const mark = (date: LocalDate | null): void => {
  // In a month that was left since, too.
  for (const cell of document.querySelectorAll<HTMLElement>('[role="cell"][data-target]'))
    delete cell.dataset.target
  const cell = date === null ? null : cellOf(date)
  if (!cell) return
  cell.dataset.target = 'true'
  cell.scrollIntoView({ block: 'nearest' })
}

/** The first day on screen that is not past. */
const firstDay = (today: LocalDate): LocalDate =>
  [...(shownGrid()?.querySelectorAll<HTMLElement>('[role="cell"][data-date]') ?? [])]
    .map(cell => cell.dataset.date ?? '')
    .find(date => date >= today) ?? today

/** Moving a card of the drawer with keys: M picks it up, arrows choose a day of the grid, Enter places it, Escape gives up. */
export const useMoveMode = ({ today, blockOn, onDrop }: Options) => {
  const [moving, setMoving] = useState<Moving | null>(null)
  const [said, setSaid] = useState('')
  const aim = (postId: number, to: LocalDate, before = '') => {
    setMoving({ postId, to })
    mark(to)
    setSaid([before, dayText(to), blockOn(postId, to)].filter(Boolean).join('. '))
  }
  const end = (text: string) => {
    setMoving(null)
    mark(null)
    setSaid(text)
  }
  const steer = (key: string, { postId, to }: Moving) => {
    const step = steps[key]
    if (step !== undefined) {
      const next = addDays(to, step)
      if (next < today || !cellOf(next)) return setSaid(`${dayText(next)} is not possible`)
      return aim(postId, next)
    }
    if (key !== 'Enter') return end('Not scheduled')
    const why = blockOn(postId, to)
    if (why !== null) return setSaid(why)
    onDrop(postId, to)
    end(`Scheduled on ${dayText(to)}`)
  }
  const onKeyDown = (event: KeyboardEvent, postId: number) => {
    if (moving) {
      if (event.key === 'Tab') return end('Not scheduled')
      event.preventDefault()
      event.stopPropagation()
      return steer(event.key, moving)
    }
    if (event.key.toLowerCase() !== 'm' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    aim(postId, firstDay(today), 'Moving. Arrows choose the day, Enter places, Escape cancels')
  }
  return { moving, said, onKeyDown }
}
