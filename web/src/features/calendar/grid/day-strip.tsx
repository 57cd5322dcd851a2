import { useEffect, useRef } from 'react'
import type { LocalDate } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import { useBoard } from '#web/features/calendar/grid-state/board.tsx'
import { dayText } from './day-head.tsx'
import classes from './day-strip.module.css'

type Props = {
  readonly days: readonly LocalDate[]
  /** The day that the list has been scrolled to; null: it is where it began. */
  readonly shown: LocalDate | null
  readonly countOn: (date: LocalDate) => number
  readonly onPick: (date: LocalDate) => void
}

/** All days in one row under the header: a tap goes to the day, or to the next one of the list. */
export function DayStrip({ days, shown, countOn, onPick }: Props) {
  const { today } = useBoard()
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    // Moves the strip alone: `scrollIntoView` would move the page as well.
    const own = strip.current?.querySelector<HTMLElement>('[aria-current]')
    if (own && strip.current) strip.current.scrollLeft = own.offsetLeft - 8
  }, [])
  useEffect(() => {
    const day = strip.current?.querySelector<HTMLElement>('[data-shown]')
    if (shown === null || !day || !strip.current) return
    strip.current.scrollLeft = day.offsetLeft - (strip.current.clientWidth - day.offsetWidth) / 2
  }, [shown])
  return (
    <nav ref={strip} className={classes.strip} aria-label="Days">
      {days.map(date => {
        const count = countOn(date)
        return (
          <button
            key={date}
            type="button"
            className={classes.day}
            aria-current={date === today ? 'date' : undefined}
            aria-label={`${dayText(date)}, ${count === 1 ? '1 post' : `${count} posts`}`}
            data-empty={count === 0 || undefined}
            data-shown={date === shown || undefined}
            onClick={() => onPick(date)}
          >
            <span className={classes.weekday}>
              {formatLocal({ date, time: '00:00' }, formats.weekdayOnly)}
            </span>
            <span className={classes.number}>{formatLocal({ date, time: '00:00' }, formats.dayOnly)}</span>
            <span className={classes.count}>{count > 0 ? count : ''}</span>
          </button>
        )
      })}
    </nav>
  )
}
