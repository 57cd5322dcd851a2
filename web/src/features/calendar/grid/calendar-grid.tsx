import FullCalendar, { type CalendarOptions, type CalendarRef, type DayCellInfo } from '@fullcalendar/react'
import dayGridPlugin from '@fullcalendar/react/daygrid'
import interactionPlugin from '@fullcalendar/react/interaction'
import '@fullcalendar/react/skeleton.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { fitLabels } from '#domain/calendar/label-rows.ts'
import { addDays, defaultWeekStart } from '#domain/kernel/days.ts'
import { type LocalDate, localOf } from '#domain/kernel/time.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { LabelChip } from '#web/features/labels/label-chip.tsx'
import { EventCard, reachableInDialog } from '../cards/event-card.tsx'
import type { ViewState } from '../view-state.ts'
import { useBoard } from './board.tsx'
import classes from './calendar-grid.module.css'
import { DayActions } from './day-head.tsx'
import { useGridKeys } from './grid-keys.tsx'
import { MoreLabels } from './more-labels.tsx'

type Props = {
  readonly state: Pick<ViewState, 'date' | 'view'>
  readonly entries: readonly CalendarEntry[]
  readonly labels: readonly DayLabel[]
  /** Days with a post or a label, filtered out or not: a click on them does not create anything. */
  readonly takenDays: ReadonlySet<LocalDate>
  readonly isMovable: (entry: CalendarEntry) => boolean
  readonly onMove: (entry: CalendarEntry, to: LocalDate) => void
}

/** How many cards a day of the month shows before "+N more". */
const cardsPerDay = 4

const views = { month: 'dayGridMonth', week: 'dayGridWeek' } as const

const plugins = [dayGridPlugin, interactionPlugin]

/** Options that never change. Wall-clock times go in and out as UTC, so that only the project's time zone counts. */
const fixed: CalendarOptions = {
  plugins,
  timeZone: 'UTC',
  headerToolbar: false,
  height: 'auto',
  firstDay: defaultWeekStart,
  fixedWeekCount: false,
  // Only sets the least height of a week: about 112 px, so that five weeks fit on a laptop.
  aspectRatio: 2.05,
  // An event lasts a minute, a drag is more than 30 px, a long press 200 ms (docs/product/calendar.md "Drag and drop").
  defaultTimedEventDuration: '00:01',
  eventDragMinDistance: 30,
  longPressDelay: 200,
  eventDurationEditable: false,
  eventInteractive: false,
  eventDisplay: 'block',
  // The count of labels without a row stands below the labels that have one.
  eventOrder: 'start,-duration,rank,title',
  dragRevertDuration: 150,
  moreLinkClick: 'popover',
  moreLinkText: 'more',
  popoverFormat: { weekday: 'long', day: 'numeric', month: 'long' },
  dayHeaderFormat: { weekday: 'short' },
  dayHeaderAlign: ({ inPopover }) => (inPopover ? 'start' : 'center'),
  dayCellFormat: { day: 'numeric' },
  monthStartFormat: { month: 'short', day: 'numeric' },
  views: {
    dayGridWeek: {
      dayHeaderFormat: { weekday: 'short', day: 'numeric' },
      dayHeaderContent: ({ weekdayText, dayNumberText }) => `${weekdayText} ${dayNumberText}`,
    },
  },
  className: classes.calendar,
  viewClass: classes.view,
  tableHeaderClass: classes.header,
  dayHeaderClass: classes.dayHeader,
  dayHeaderInnerClass: ({ isToday }) =>
    isToday ? `${classes.dayName} ${classes.todayName}` : classes.dayName,
  dayRowClass: classes.row,
  dayCellClass: ({ isToday, isOther, inPopover, view }) =>
    [
      classes.cell,
      view.type === views.week && !inPopover && classes.tallCell,
      isToday && classes.today,
      isOther && classes.other,
      inPopover && classes.inPopover,
    ]
      .filter(Boolean)
      .join(' '),
  dayCellTopClass: classes.cellTop,
  dayCellTopInnerClass: classes.dayNumber,
  dayCellInnerClass: classes.cellInner,
  dayCellBottomClass: classes.cellBottom,
  eventClass: ({ isDragging, isMirror }) =>
    [classes.event, isDragging && classes.dragging, isMirror && classes.mirror].filter(Boolean).join(' '),
  moreLinkClass: classes.more,
  moreLinkDidMount: ({ el }) => {
    el.dataset.nav = 'more'
    el.tabIndex = -1
  },
  popoverClass: classes.popover,
  popoverCloseClass: classes.popoverClose,
  popoverCloseContent: () => <span aria-hidden>×</span>,
  highlightClass: classes.target,
  closeHint: 'Close',
}

/** Month or week as a grid, with dragging. */
export function CalendarGrid({ state, entries, labels, takenDays, isMovable, onMove }: Props) {
  const { today, now, timezone, mayCreate, create } = useBoard()
  const calendar = useRef<CalendarRef>(null)
  const frame = useRef<HTMLDivElement>(null)
  const days = useDayElements()
  const layout = state.view === 'month' ? 'compact' : 'tall'
  const byId = useMemo(() => new Map(entries.map(entry => [String(entry.item.id), entry])), [entries])
  const fitting = useMemo(() => fitLabels(labels), [labels])
  const events = useMemo(
    () => [
      ...fitting.shown.map(labelEvent),
      ...[...fitting.hidden].map(moreLabelsEvent),
      ...entries.map(entry => cardEvent(entry, isMovable(entry) && entry.date >= today)),
    ],
    [fitting, entries, isMovable, today],
  )
  useEffect(() => {
    // FullCalendar draws synchronously, which React forbids inside an effect's commit.
    queueMicrotask(() => calendar.current?.getApi().changeView(views[state.view], state.date))
  }, [state.view, state.date])
  const keys = useGridKeys({ frame, byId, today, isMovable, onMove })
  const local = localOf(now, timezone)

  return (
    <div ref={frame} className={classes.frame} {...keys.handlers}>
      <FullCalendar
        ref={calendar}
        {...fixed}
        initialView={views[state.view]}
        initialDate={state.date}
        now={`${local.date}T${local.time}`}
        // A label is never drawn in place of a card.
        dayMaxEvents={state.view === 'month' && cardsPerDay + fitting.rows}
        events={events}
        eventContent={({ event: { extendedProps: shown, startStr }, isStart, isEnd }) => {
          if (shown.entry) return <CardOf entry={shown.entry} layout={layout} />
          if (shown.more) return <MoreLabels date={startStr.slice(0, 10)} labels={shown.more} />
          return <LabelBar label={shown.label} isStart={isStart} isEnd={isEnd} />
        }}
        eventAllow={span => span.startStr.slice(0, 10) >= today}
        eventDrop={({ event, revert }) => {
          const entry = byId.get(event.id)
          const to = event.startStr.slice(0, 10)
          // Our own data decide where the card is drawn: at its new place at once, or back at the old one.
          revert()
          if (entry && to !== entry.date) onMove(entry, to)
        }}
        dateClick={({ dateStr, jsEvent }) => {
          // A day's button has its own accessible name.
          if (jsEvent.target instanceof Element && jsEvent.target.closest('button')) return
          const date = dateStr.slice(0, 10)
          if (mayCreate && date >= today && !takenDays.has(date)) create(date)
        }}
        dayCellDidMount={days.onMount}
        dayCellWillUnmount={days.onUnmount}
      />
      {[...days.elements].map(([date, element]) =>
        createPortal(
          <div className={classes.actions}>
            <DayActions date={date} isInGrid />
          </div>,
          element,
          date,
        ),
      )}
      {keys.announcement}
    </div>
  )
}

const cardEvent = (entry: CalendarEntry, startEditable: boolean) => ({
  id: String(entry.item.id),
  start: `${entry.date}T${entry.time}`,
  startEditable,
  extendedProps: { entry },
})

/**
 * A label is an event too, one bar across its days: it pushes down only the cards of those days. In the head of a day it would
 * push down those of the whole week.
 */
const labelEvent = (label: DayLabel) => ({
  id: `label-${label.id}`,
  start: label.start_at,
  end: addDays(label.end_at, 1),
  allDay: true,
  startEditable: false,
  extendedProps: { label, rank: 0 },
})

/** The number of a day's labels that have no row. */
const moreLabelsEvent = ([date, more]: [LocalDate, readonly DayLabel[]]) => ({
  id: `labels-${date}`,
  start: date,
  allDay: true,
  startEditable: false,
  extendedProps: { more, rank: 1 },
})

function LabelBar({ label, isStart, isEnd }: { label: unknown; isStart: boolean; isEnd: boolean }) {
  const { labels } = useBoard()
  const shown = label as DayLabel
  return (
    <LabelChip
      label={shown}
      isInGrid
      goesOn={[isStart ? '' : 'before', isEnd ? '' : 'after'].join(' ')}
      onEdit={labels ? () => labels.edit(shown) : undefined}
      ref={reachableInDialog}
    />
  )
}

function CardOf({ entry, layout }: { entry: unknown; layout: 'compact' | 'tall' }) {
  return <EventCard entry={entry as CalendarEntry} layout={layout} isInGrid />
}

/**
 * A place in each day's cell for its buttons. FullCalendar hides the top of its cells from screen readers, so buttons cannot be
 * put there.
 */
const useDayElements = () => {
  const [elements, setElements] = useState<ReadonlyMap<LocalDate, HTMLElement>>(new Map())
  const [handlers] = useState(() => ({
    onMount: ({ el, date, inPopover }: DayCellInfo & { el: HTMLElement }) => {
      if (inPopover) return
      const place = document.createElement('div')
      el.insertBefore(place, el.children[1] ?? null)
      const day = date.toISOString().slice(0, 10)
      setElements(before => new Map(before).set(day, place))
    },
    onUnmount: ({ el, date }: DayCellInfo & { el: HTMLElement }) => {
      const day = date.toISOString().slice(0, 10)
      setElements(before => {
        if (before.get(day)?.parentElement !== el) return before
        const after = new Map(before)
        after.delete(day)
        return after
      })
    },
  }))
  return { elements, ...handlers }
}
