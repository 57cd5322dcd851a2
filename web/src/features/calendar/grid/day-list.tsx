import {
  memo,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { labelsOn } from '#domain/calendar/label-rows.ts'
import { eachDay } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { useBoard } from '#web/features/calendar/grid-state/board.tsx'
import { useBillingNotice } from '#web/platform/me.ts'
import { EventCard } from '../cards/event-card.tsx'
import { DayActions, dayText, LabelChips } from './day-head.tsx'
import classes from './day-list.module.css'
import { DayStrip } from './day-strip.tsx'
import type { DaysOfEntries } from './days.ts'

type Props = {
  /** The first and the last day of the period. */
  readonly start: LocalDate
  readonly end: LocalDate
  /** The day of the address: the list begins there, and it is open even if it is past. */
  readonly date: LocalDate
  readonly days: DaysOfEntries
  readonly labels: readonly DayLabel[]
  /** Days that show all of their posts, comma-separated. */
  readonly openDays: string
}

/** How many cards a day shows before "+N more": a month of 300 posts stays a page that a thumb can cross. */
const cardsPerDay = 3
/** So many days before and after the one that the list begins with have their cards at once: nothing above it may grow later. */
const firstDays = 3
/** How far from the screen a day has its cards in the page, in pixels. */
const nearPx = 1200
/** About the height of a card with its gap, in pixels, until the real one is known: up to three lines, beside a picture of 56 px or without one. */
const cardPx = ({ item: { post } }: CalendarEntry): number => {
  const lines = Math.min(3, Math.ceil(Math.max(1, post.message.length) / (post.preview === null ? 44 : 36)))
  return 80 + Math.max(post.preview === null ? 0 : 56, lines * 20 + 6)
}

const gapPx = 8

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

/**
 * The calendar on a phone: a strip of all days to jump with, and day after day, cards across the screen. Past days are closed while today is in
 * sight; past days without a post are left out. Every day has its heading in the page, and its cards while it is near the screen.
 */
export const DayList = memo(function DayList(props: Props) {
  const { start, end, date: chosen, days: byDay, labels, openDays } = props
  const { today, mayCreate, toggleDay } = useBoard()
  const list = useRef<HTMLOListElement>(null)
  // A day that is left out leads to the next one.
  const [scrollTo] = useState(() => (date: LocalDate) => {
    const listed = [...(list.current?.querySelectorAll<HTMLElement>('[data-day]') ?? [])]
    const day = listed.find(({ dataset }) => (dataset.day ?? '') >= date) ?? listed.at(-1)
    day?.scrollIntoView({ block: 'start' })
  })
  const notice = useBillingNotice()
  const begin = useEffectEvent(() => {
    // What is said at the top of the page is read first; the strip and *Today* lead to the day.
    if (window.scrollY === 0 && !notice) scrollTo(chosen)
  })
  useEffect(() => begin(), [])
  const isTodayInSight = start <= today && today <= end
  const all = useMemo(() => eachDay({ start, end }), [start, end])
  const days = useMemo(
    () =>
      all.filter(
        date =>
          byDay.has(date) ||
          labelsOn(labels, date).length > 0 ||
          date === today ||
          (mayCreate && date > today),
      ),
    [all, byDay, labels, today, mayCreate],
  )
  const first = Math.max(
    0,
    days.findIndex(date => date >= chosen),
  )
  const shown = useShownDay(list, days)
  return (
    <>
      <DayStrip days={all} shown={shown} countOn={date => byDay.get(date)?.length ?? 0} onPick={scrollTo} />
      <ol ref={list} className={classes.days}>
        {days.map((date, index) => (
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
              entries={byDay.get(date)}
              room={isTodayInSight && date < today && date !== chosen ? 0 : cardsPerDay}
              isFirst={Math.abs(index - first) <= firstDays}
              isOpen={openDays.includes(date)}
              onToggle={toggleDay}
            />
          </li>
        ))}
      </ol>
    </>
  )
})

/** How far below the strip a day begins that counts as the one that is read. */
const belowPx = 40

/** The day at the top of the window, below the strip; null until the page has been scrolled. */
const useShownDay = (list: RefObject<HTMLElement | null>, days: readonly LocalDate[]): LocalDate | null => {
  const [shown, setShown] = useState<LocalDate | null>(null)
  const look = useEffectEvent(() => {
    const { current: root } = list
    if (!root) return
    const line = (root.previousElementSibling?.getBoundingClientRect().bottom ?? 0) + belowPx
    const begun = [...root.children].filter(day => day.getBoundingClientRect().top <= line)
    setShown(days[Math.max(0, begun.length - 1)] ?? null)
  })
  useEffect(() => {
    let frame = 0
    const onScroll = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        look()
      })
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      window.removeEventListener('scroll', onScroll)
      cancelAnimationFrame(frame)
    }
  }, [])
  return shown
}

type CardsProps = {
  readonly date: LocalDate
  readonly entries: readonly CalendarEntry[] | undefined
  readonly room: number
  /** Drawn without asking where the screen is. */
  readonly isFirst: boolean
  readonly isOpen: boolean
  readonly onToggle: (date: LocalDate) => void
}

const DayCards = memo(function DayCards(props: CardsProps) {
  const { date, entries = [], room, isFirst, isOpen, onToggle } = props
  const shown = isOpen ? entries : entries.slice(0, room)
  const hidden = entries.length - shown.length
  const text = room === 0 && hidden === 1 ? '1 post' : room === 0 ? `${hidden} posts` : `+${hidden} more`
  return (
    <>
      {shown.length > 0 && <NearCards entries={shown} isFirst={isFirst} />}
      {entries.length > room && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={isOpen}
          aria-label={isOpen ? `Show fewer posts on ${dayText(date)}` : `${text} on ${dayText(date)}`}
          onClick={() => onToggle(date)}
        >
          {isOpen ? 'Show fewer' : text}
        </button>
      )}
    </>
  )
})

/** Cards that are in the page while they are near the screen; elsewhere a gap of their height stands for them. Those with the focus stay. */
function NearCards({ entries, isFirst }: { entries: readonly CalendarEntry[]; isFirst: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(isFirst)
  const [measured, setMeasured] = useState<{ height: number; of: typeof entries } | null>(null)
  const measure = useEffectEvent((height: number) => setMeasured({ height, of: entries }))
  useLayoutEffect(() => {
    const { current: element } = place
    if (!element) return
    const observer = new IntersectionObserver(
      seen => {
        const { isIntersecting, boundingClientRect } = seen.at(-1) ?? {}
        if (isIntersecting === undefined || boundingClientRect === undefined) return
        if (!isIntersecting && element.contains(document.activeElement)) return
        if (!isIntersecting && element.childElementCount > 0) measure(boundingClientRect.height)
        setNear(isIntersecting)
      },
      { rootMargin: `${nearPx}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const height = measured?.of === entries ? measured.height : sumOf(entries.map(cardPx)) - gapPx
  return (
    <div ref={place} className={classes.cards} style={isNear ? undefined : { height }}>
      {isNear && entries.map(entry => <EventCard key={entry.item.id} entry={entry} layout="wide" />)}
    </div>
  )
}
