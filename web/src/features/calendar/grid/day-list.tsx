import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { labelsOn } from '#domain/calendar/label-rows.ts'
import { type DayRange, eachDay } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { EventCard } from '../cards/event-card.tsx'
import { useBoard } from './board.tsx'
import { DayActions, dayText, LabelChips } from './day-head.tsx'
import classes from './day-list.module.css'
import { DayStrip } from './day-strip.tsx'

type Props = {
  readonly period: DayRange
  /** The day of the address: the list begins there, and it is open even if it is past. */
  readonly date: LocalDate
  readonly entries: readonly CalendarEntry[]
  readonly labels: readonly DayLabel[]
}

/** How many cards a day shows before "+N more": a month of 300 posts stays a page that a thumb can cross. */
const cardsPerDay = 3

/**
 * The calendar on a phone: a strip of days to jump with, and day after day, cards across the screen. Past days are closed while today is in
 * sight; past days without a post are left out.
 */
export function DayList({ period, date: chosen, entries, labels }: Props) {
  const { today, mayCreate } = useBoard()
  const list = useRef<HTMLOListElement>(null)
  const scrollTo = (date: LocalDate) =>
    list.current?.querySelector(`[data-day="${date}"]`)?.scrollIntoView({ block: 'start' })
  const begin = useEffectEvent(() => {
    if (window.scrollY === 0) scrollTo(chosen)
  })
  useEffect(() => begin(), [])
  const byDay = Map.groupBy(entries, ({ date }) => date)
  const isTodayInSight = period.start <= today && today <= period.end
  const isShown = (date: LocalDate) =>
    byDay.has(date) || labelsOn(labels, date).length > 0 || date === today || (mayCreate && date > today)
  const days = eachDay(period).filter(isShown)
  return (
    <>
      <DayStrip days={days} countOn={date => byDay.get(date)?.length ?? 0} onPick={scrollTo} />
      <ol ref={list} className={classes.days}>
        {days.map(date => (
          <li key={date} className={classes.day} data-day={date} data-today={date === today || undefined}>
            <div className={classes.head}>
              <h2 className={classes.name}>
                {formatLocal({ date, time: '00:00' }, formats.weekday)}
                {date === today && <span className={classes.today}>Today</span>}
              </h2>
              <DayActions date={date} />
            </div>
            <LabelChips labels={labelsOn(labels, date)} />
            <DayCards
              date={date}
              entries={byDay.get(date) ?? []}
              room={isTodayInSight && date < today && date !== chosen ? 0 : cardsPerDay}
            />
          </li>
        ))}
      </ol>
    </>
  )
}

type CardsProps = {
  readonly date: LocalDate
  readonly entries: readonly CalendarEntry[]
  readonly room: number
}

function DayCards({ date, entries, room }: CardsProps) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? entries : entries.slice(0, room)
  const hidden = entries.length - shown.length
  const text = room === 0 && hidden === 1 ? '1 post' : room === 0 ? `${hidden} posts` : `+${hidden} more`
  return (
    <>
      {shown.map(entry => (
        <EventCard key={entry.item.id} entry={entry} layout="wide" />
      ))}
      {entries.length > room && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={isOpen}
          aria-label={isOpen ? `Show fewer posts on ${dayText(date)}` : `${text} on ${dayText(date)}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer' : text}
        </button>
      )}
    </>
  )
}
