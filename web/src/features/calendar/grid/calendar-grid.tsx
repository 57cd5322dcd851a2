import FullCalendar, { type CalendarOptions, type CalendarRef, type DayCellInfo } from '@fullcalendar/react'
import dayGridPlugin from '@fullcalendar/react/daygrid'
import interactionPlugin from '@fullcalendar/react/interaction'
import '@fullcalendar/react/skeleton.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { fitLabels, type LabelBar } from '#domain/calendar/label-rows.ts'
import { addDays, defaultWeekStart } from '#domain/kernel/days.ts'
import { type LocalDate, localOf } from '#domain/kernel/time.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { LabelChip } from '#web/features/labels/label-chip.tsx'
import { EventCard } from '../cards/event-card.tsx'
import type { ViewState } from '../view-state.ts'
import { useBoard } from './board.tsx'
import classes from './calendar-grid.module.css'
import { DayActions, dayText } from './day-head.tsx'
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

/** How many cards a day of the month shows before "+N more", and up to how many have room for two lines of text. */
const cardsPerDay = 4
const roomyDay = 2

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
  // Labels keep the rows that `fitLabels` gave them; the count of those without a row is below them.
  eventOrder: 'start,rank,-duration,title',
  dragRevertDuration: 150,
  dayHeaderFormat: { weekday: 'short' },
  dayHeaderAlign: 'center',
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
  dayCellClass: ({ isToday, isOther, view }) =>
    [
      classes.cell,
      view.type === views.week && classes.tallCell,
      isToday && classes.today,
      isOther && classes.other,
    ]
      .filter(Boolean)
      .join(' '),
  dayCellTopClass: classes.cellTop,
  dayCellTopInnerClass: classes.dayNumber,
  dayCellInnerClass: classes.cellInner,
  dayCellBottomClass: classes.cellBottom,
  eventClass: ({ isDragging, isMirror }) =>
    [classes.event, isDragging && classes.dragging, isMirror && classes.mirror].filter(Boolean).join(' '),
  highlightClass: classes.target,
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
  const [openDays, setOpenDays] = useState<ReadonlySet<LocalDate>>(new Set())
  const toggleDay = (date: LocalDate) =>
    setOpenDays(before => {
      const after = new Set(before)
      if (!after.delete(date)) after.add(date)
      return after
    })
  const events = useMemo(() => {
    const byDay = Map.groupBy(entries, ({ date }) => date)
    return [
      ...fitting.bars.map(labelEvent),
      ...[...fitting.hidden].map(moreLabelsEvent),
      ...[...byDay].flatMap(([date, onDay]) => {
        const isLong = layout === 'compact' && onDay.length > cardsPerDay
        const shown = isLong && !openDays.has(date) ? onDay.slice(0, cardsPerDay) : onDay
        const isRoomy = layout === 'compact' && onDay.length <= roomyDay
        return [
          ...shown.map(entry => cardEvent(entry, isRoomy, isMovable(entry) && entry.date >= today)),
          ...(isLong ? [morePostsEvent(date, onDay.length - shown.length)] : []),
        ]
      }),
    ]
  }, [fitting, entries, openDays, layout, isMovable, today])
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
        events={events}
        eventContent={({ event: { extendedProps: shown, startStr }, isStart, isEnd }) => {
          if (shown.entry) return <CardOf entry={shown.entry} layout={layout} isRoomy={shown.isRoomy} />
          if (shown.more) return <MoreLabels date={startStr.slice(0, 10)} labels={shown.more} />
          if (shown.bar) return <BarOf bar={shown.bar} isStart={isStart} isEnd={isEnd} />
          return <MorePosts date={startStr.slice(0, 10)} hidden={shown.hiddenPosts} onToggle={toggleDay} />
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

const cardEvent = (entry: CalendarEntry, isRoomy: boolean, startEditable: boolean) => ({
  id: String(entry.item.id),
  start: `${entry.date}T${entry.time}`,
  startEditable,
  extendedProps: { entry, isRoomy },
})

/** Below the cards of its day: what is not shown, or the way back to fewer. */
const morePostsEvent = (date: LocalDate, hiddenPosts: number) => ({
  id: `more-${date}`,
  start: `${date}T23:59:58`,
  end: `${date}T23:59:59`,
  startEditable: false,
  extendedProps: { hiddenPosts },
})

/**
 * A label is an event too, a bar across its days: it pushes down only the cards of those days. In the head of a day it would push down
 * those of the whole week.
 */
const labelEvent = (bar: LabelBar) => ({
  id: `label-${bar.label.id}-${bar.start}`,
  start: bar.start,
  end: addDays(bar.end, 1),
  allDay: true,
  startEditable: false,
  extendedProps: { bar, rank: bar.row },
})

/** The number of a day's labels that have no row. */
const moreLabelsEvent = ([date, more]: [LocalDate, readonly DayLabel[]]) => ({
  id: `labels-${date}`,
  start: date,
  allDay: true,
  startEditable: false,
  extendedProps: { more, rank: Number.MAX_SAFE_INTEGER },
})

/** `isStart`, `isEnd`: of what the week shows of the bar. */
function BarOf({ bar, isStart, isEnd }: { bar: unknown; isStart: boolean; isEnd: boolean }) {
  const { labels } = useBoard()
  const { label, start, end } = bar as LabelBar
  const isFirst = isStart && start === label.start_at
  const isLast = isEnd && end === label.end_at
  return (
    <LabelChip
      label={label}
      isInGrid
      goesOn={[isFirst ? '' : 'before', isLast ? '' : 'after'].join(' ')}
      onEdit={labels ? () => labels.edit(label) : undefined}
    />
  )
}

function CardOf(props: { entry: unknown; layout: 'compact' | 'tall'; isRoomy: unknown }) {
  return (
    <EventCard
      entry={props.entry as CalendarEntry}
      layout={props.layout}
      isRoomy={props.isRoomy === true}
      isInGrid
    />
  )
}

type MorePostsProps = { date: LocalDate; hidden: unknown; onToggle: (date: LocalDate) => void }

/** Opens a long day in its place, and closes it again. */
function MorePosts({ date, hidden, onToggle }: MorePostsProps) {
  const count = hidden as number
  return (
    <button
      type="button"
      className={classes.more}
      tabIndex={-1}
      data-nav="more"
      aria-expanded={count === 0}
      aria-label={
        count === 0 ? `Show fewer posts on ${dayText(date)}` : `${count} more posts on ${dayText(date)}`
      }
      onClick={event => {
        event.stopPropagation()
        onToggle(date)
      }}
    >
      {count === 0 ? 'Show fewer' : `+${count} more`}
    </button>
  )
}

/**
 * A place in each day's cell for its buttons. FullCalendar hides the top of its cells from screen readers, so buttons cannot be
 * put there.
 */
const useDayElements = () => {
  const [elements, setElements] = useState<ReadonlyMap<LocalDate, HTMLElement>>(new Map())
  const [handlers] = useState(() => ({
    onMount: ({ el, date }: DayCellInfo & { el: HTMLElement }) => {
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
