import { useEffect, useRef } from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { labelsOn } from '#domain/calendar/label-rows.ts'
import { type DayRange, eachDay } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { EventCard } from '../cards/event-card.tsx'
import { useBoard } from './board.tsx'
import { DayActions, LabelChips } from './day-head.tsx'
import classes from './day-list.module.css'

type Props = {
  readonly period: DayRange
  readonly entries: readonly CalendarEntry[]
  readonly labels: readonly DayLabel[]
}

/** The calendar on a phone: day after day, cards across the screen. Past days without a post are left out. */
export function DayList({ period, entries, labels }: Props) {
  const { today, mayCreate } = useBoard()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    // Somebody who opens a month looks for today, not for its first day.
    if (window.scrollY === 0) list.current?.querySelector('[data-today]')?.scrollIntoView({ block: 'start' })
  }, [])
  const byDay = Map.groupBy(entries, ({ date }) => date)
  const isShown = (date: LocalDate) =>
    byDay.has(date) || labelsOn(labels, date).length > 0 || date === today || (mayCreate && date > today)
  return (
    <ol ref={list} className={classes.days}>
      {eachDay(period)
        .filter(isShown)
        .map(date => (
          <li key={date} className={classes.day} data-today={date === today || undefined}>
            <div className={classes.head}>
              <h2 className={classes.name}>
                {formatLocal({ date, time: '00:00' }, formats.weekday)}
                {date === today && <span className={classes.today}>Today</span>}
              </h2>
              <DayActions date={date} />
            </div>
            <LabelChips labels={labelsOn(labels, date)} />
            {(byDay.get(date) ?? []).map(entry => (
              <EventCard key={entry.item.id} entry={entry} layout="wide" />
            ))}
          </li>
        ))}
    </ol>
  )
}
