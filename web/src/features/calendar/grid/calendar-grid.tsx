import {
  memo,
  type MouseEvent as ReactMouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
} from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { bandsOf, fitLabels } from '#domain/calendar/label-rows.ts'
import { eachDay, monthGrid, weekOf } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { type Moves, useBoard, useIsKept } from '#web/features/calendar/grid-state/board.tsx'
import { type CalendarViewName, titleOf } from '#web/features/calendar/grid-state/view-state.ts'
import { useBillingNotice } from '#web/platform/me.ts'
import classes from './calendar-grid.module.css'
import { DayCell } from './day-cell.tsx'
import type { DaysOfEntries } from './days.ts'
import { useGridKeys } from './grid-keys.tsx'
import { useRoomOfWeek, useSlices, useUnseen } from './slices.ts'

/** Dragging cards to other days, by mouse, pen and finger. Why it is our own: decision 35. `moves`: null, nothing can be moved. */
const useDrag = (
  frame: RefObject<HTMLElement | null>,
  byId: ReadonlyMap<string, CalendarEntry>,
  moves: Moves | null,
): void => {
  const entryOf = useEffectEvent((id: string) => byId.get(id))
  useEffect(() => {
    const { current: root } = frame
    if (!root || !moves) return
    const over = new AbortController()
    // Nobody drags before the page has been painted.
    void import('./drag.ts').then(({ dragOptions, watchPresses }) => {
      if (over.signal.aborted) return
      const options = dragOptions(id => entryOf(id), moves)
      over.signal.addEventListener('abort', watchPresses(root, options))
    })
    return () => over.abort()
  }, [frame, moves])
}

export type GridProps = {
  readonly date: LocalDate
  readonly view: CalendarViewName
  /** The posts of each day; a day keeps its list while nothing on it changes. */
  readonly days: DaysOfEntries
  /** By the id that the cards bear. */
  readonly byId: ReadonlyMap<string, CalendarEntry>
  readonly labels: readonly DayLabel[]
  /** Days with a post or a label, filtered out or not: a click on them does not create anything. */
  readonly takenDays: ReadonlySet<LocalDate>
  /** Null: nothing can be moved here. */
  readonly moves: Moves | null
  /** Days that show all of their posts, comma-separated. */
  readonly openDays: string
}

/** Another month or week is another grid. */
export const periodKey = ({ date, view }: Pick<GridProps, 'date' | 'view'>): string =>
  view === 'week' ? `week ${weekOf(date).start}` : `month ${date.slice(0, 7)}`

/** Boxes with the roles of a table: bars lie across days and days scroll under their names, which a table's own elements do not do. */
const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
} as const

/** Month or week as a grid, with dragging. Days and cards are drawn again one by one, and only if something of theirs has changed. */
export const CalendarGrid = memo(function CalendarGrid(props: GridProps) {
  const { date, view, byId, takenDays, moves } = props
  const isKept = useIsKept()
  const { today, mayCreate, create } = useBoard()
  const frame = useRef<HTMLDivElement>(null)
  const keys = useGridKeys({ frame, byId, today, moves })
  // One that is under way ends with the month.
  useDrag(frame, byId, isKept ? null : moves)
  const onClick = ({ target }: ReactMouseEvent) => {
    // Cards, labels and buttons have meanings of their own.
    if (!(target instanceof Element) || target.closest('button, [data-entry], [data-label]')) return
    const day = target.closest<HTMLElement>('[role="cell"]')?.dataset.date
    if (day !== undefined && mayCreate && day >= today && !takenDays.has(day)) create(day)
  }
  const handlers = { ...keys.handlers, onClick }
  const table = { ...roles.table, 'aria-label': titleOf({ date, view }) }
  const weekdays = eachDay(weekOf(date))
  return (
    <div
      ref={frame}
      className={classes.frame}
      data-kept={isKept || undefined}
      aria-hidden={isKept || undefined}
      {...handlers}
    >
      <div {...table} className={classes.view} data-view={view}>
        <div {...roles.rowgroup} className={classes.header}>
          <div {...roles.row} className={classes.row}>
            {weekdays.map(day => (
              <div
                key={day}
                {...roles.columnheader}
                className={classes.dayName}
                data-today={(view === 'week' && day === today) || undefined}
              >
                {formatLocal({ date: day, time: '00:00' }, formats.weekdayOnly)}
                {view === 'week' && ` ${Number(day.slice(8))}`}
              </div>
            ))}
          </div>
        </div>
        <Weeks {...props} />
      </div>
      {keys.announcement}
    </div>
  )
})

/** A month that is opened at its top shows the day of the address, today if it names none, even if that is below the window. */
const useDayInSight = (body: RefObject<HTMLElement | null>, date: LocalDate) => {
  const isKept = useIsKept()
  const notice = useBillingNotice()
  const show = useEffectEvent(() => {
    // What is said at the top of the page is read first.
    if (notice) return
    const day = body.current?.querySelector(`[role="cell"][data-date="${date}"]`)
    if (!day || window.scrollY > 0) return
    if (day.getBoundingClientRect().top > window.innerHeight * dayInSight)
      day.scrollIntoView({ block: 'center' })
  })
  useEffect(() => {
    if (isKept) return
    // After the router, which begins a new page at its top.
    const frame = requestAnimationFrame(() => show())
    return () => cancelAnimationFrame(frame)
  }, [isKept])
}

/** A day that begins above this part of the window is in sight. */
const dayInSight = 0.75

function Weeks({ date, view, days, labels, openDays }: GridProps) {
  const body = useRef<HTMLDivElement>(null)
  const weeks = useMemo(() => (view === 'week' ? [eachDay(weekOf(date))] : monthGrid(date)), [date, view])
  const bands = useMemo(() => bandsOf(fitLabels(labels), weeks), [labels, weeks])
  const drawn = useSlices(body, weeks, days)
  useDayInSight(body, date)
  const isUnseen = useUnseen()
  const room = useRoomOfWeek(body, view === 'week')
  const { toggleDay } = useBoard()
  const month = date.slice(0, 7)
  return (
    <div ref={body} {...roles.rowgroup}>
      {weeks.map((week, index) => (
        <div
          key={week[0]}
          {...roles.row}
          className={classes.row}
          data-week={index}
          data-unseen={isUnseen(index) || undefined}
        >
          {week.map(day => (
            <DayCell
              key={day}
              date={day}
              view={view}
              entries={(drawn.get(index) ?? days).get(day)}
              band={bands.get(day)}
              room={room}
              isOther={view === 'month' && !day.startsWith(month)}
              isOpen={openDays.includes(day)}
              isDrawn={drawn.has(index)}
              onToggle={toggleDay}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
