import { type CSSProperties, memo } from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import type { BarInWeek, DayBand } from '#domain/calendar/label-rows.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import { useBoard } from '#web/features/calendar/grid-state/board.tsx'
import type { CalendarViewName } from '#web/features/calendar/grid-state/view-state.ts'
import { LabelChip } from '#web/features/labels/label-chip.tsx'
import { EventCard } from '../cards/event-card.tsx'
import classes from './calendar-grid.module.css'
import { DayActions, dayText } from './day-head.tsx'
import { MoreLabels } from './more-labels.tsx'

/** How many cards a day of the month shows before "+N more", and up to how many have room for two lines of text. */
const cardsPerDay = 8
const roomyDay = 2

type Props = {
  readonly date: LocalDate
  readonly view: CalendarViewName
  readonly entries: readonly CalendarEntry[] | undefined
  readonly band: DayBand | undefined
  /** The most cards that a day of the week draws at present. */
  readonly room: number
  /** Outside of the month. */
  readonly isOther: boolean
  /** A long day of the month that shows all of its posts. */
  readonly isOpen: boolean
  /** Its cards are drawn; until then their places are kept. */
  readonly isDrawn: boolean
  readonly onToggle: (date: LocalDate) => void
}

/** About the height of a card of the week, in pixels. In a month it is given by the styles. */
const tallPx = ({ item }: CalendarEntry): number => (item.post.preview === null ? 178 : 280)
const weekGapPx = 4
const monthGapPx = 2

const none: readonly CalendarEntry[] = []

/** A day of the grid: its number and buttons, labels in a band at the top, and cards. */
export const DayCell = memo(function DayCell(props: Props) {
  const { date, view, entries = none, band, room, isOther, isOpen, isDrawn, onToggle } = props
  const { today } = useBoard()
  const isMonth = view === 'month'
  // One more fits in the place of "+1 more".
  const isLong = isMonth && entries.length > cardsPerDay + 1
  const planned = isLong && !isOpen ? cardsPerDay : entries.length
  const shown = isDrawn ? entries.slice(0, isMonth ? planned : room) : none
  const waiting = entries.slice(shown.length, planned)
  const isRoomy = isMonth && entries.length <= roomyDay
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of the grid's table
    <div
      role="cell"
      aria-label={dayText(date)}
      className={classes.cell}
      data-date={date}
      data-other={isOther || undefined}
      data-today={date === today || undefined}
      data-open={(isLong && isOpen) || undefined}
      style={band && ({ '--rows': band.rows } as CSSProperties)}
    >
      <div className={classes.cellTop}>
        {isMonth && (
          <time className={classes.dayNumber} dateTime={date}>
            {formatLocal(
              { date, time: '00:00' },
              isOther && date.endsWith('-01') ? formats.dayThisYear : formats.dayOnly,
            )}
          </time>
        )}
        <div className={classes.actions}>
          <DayActions date={date} isInGrid />
        </div>
      </div>
      {band && <Band date={date} band={band} />}
      <div className={classes.cards}>
        {shown.map(entry => (
          <EventCard
            key={entry.item.id}
            entry={entry}
            layout={isMonth ? 'compact' : 'tall'}
            isRoomy={isRoomy}
            isInGrid
          />
        ))}
        {waiting.length > 0 && (
          <Waiting
            key={waiting.length}
            entries={waiting}
            height={isMonth ? (isRoomy ? 'var(--roomy)' : 'var(--compact)') : null}
          />
        )}
        {isLong && <MorePosts date={date} hidden={entries.length - planned} onToggle={onToggle} />}
      </div>
    </div>
  )
})

type WaitingProps = {
  readonly entries: readonly CalendarEntry[]
  /** Of each card; null: it depends on the card. */
  readonly height: string | null
}

/** The places of cards that are not drawn yet. */
function Waiting({ entries, height }: WaitingProps) {
  const [first] = entries
  const gapPx = height === null ? weekGapPx : monthGapPx
  const sum =
    height === null
      ? `${entries.reduce((px, entry) => px + tallPx(entry) + gapPx, -gapPx)}px`
      : `calc(${entries.length} * (${height} + ${gapPx}px) - ${gapPx}px)`
  const card = height ?? `${first ? tallPx(first) : 0}px`
  return (
    <div
      className={classes.waiting}
      data-waiting
      style={{ height: sum, '--card': card, '--gap': `${gapPx}px` } as CSSProperties}
    />
  )
}

/** The labels that begin on a day: bars across their days of the week, above all cards of these days. */
function Band({ date, band }: { date: LocalDate; band: DayBand }) {
  return (
    <>
      {band.bars.map(bar => (
        <div
          key={bar.label.id}
          className={classes.bar}
          style={{ '--row': bar.row, '--days': bar.days } as CSSProperties}
        >
          <Bar bar={bar} />
        </div>
      ))}
      {band.hidden.length > 0 && (
        <div className={classes.bar} style={{ '--row': band.rows - 1, '--days': 1 } as CSSProperties}>
          <MoreLabels date={date} labels={band.hidden} />
        </div>
      )}
    </>
  )
}

function Bar({ bar: { label, start, end } }: { bar: BarInWeek }) {
  const { labels } = useBoard()
  return (
    <LabelChip
      label={label}
      isInGrid
      goesOn={[start === label.start_at ? '' : 'before', end === label.end_at ? '' : 'after'].join(' ')}
      onEdit={labels ? () => labels.edit(label) : undefined}
    />
  )
}

type MorePostsProps = { date: LocalDate; hidden: number; onToggle: (date: LocalDate) => void }

/** Opens a long day in its place, and closes it again. */
function MorePosts({ date, hidden, onToggle }: MorePostsProps) {
  return (
    <button
      type="button"
      className={classes.more}
      tabIndex={-1}
      data-nav="more"
      aria-expanded={hidden === 0}
      aria-label={
        hidden === 0 ? `Show fewer posts on ${dayText(date)}` : `${hidden} more posts on ${dayText(date)}`
      }
      onClick={() => onToggle(date)}
    >
      {hidden === 0 ? 'Show fewer' : `+${hidden} more`}
    </button>
  )
}
