import { act, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CalendarEntry, entriesOf } from '#domain/calendar/entries.ts'
import { monthGrid } from '#domain/kernel/days.ts'
import { KeptProvider } from '#web/features/calendar/grid-state/board.tsx'
import { calendarItem } from '../../../../testing/build-calendar-item.ts'
import { type DaysOfEntries, groupByDay } from './days.ts'
import { useSlices, useUnseen } from './slices.ts'

const weeks = monthGrid('2026-11-15')
const weekPx = 400

const entries = entriesOf(
  weeks.flat().map(date => calendarItem({ message: date, datetime: `${date}T10:00:00.000Z` })),
  'Europe/Berlin',
)
const monthOf = (shown: readonly CalendarEntry[], before: DaysOfEntries = new Map()) =>
  groupByDay(shown, before)

let scrolledPx = 0
/** Which weeks show all of their posts, after each drawing. */
let drawings: string[] = []

function Month({ days }: { days: DaysOfEntries }) {
  const body = useRef<HTMLDivElement>(null)
  const drawn = useSlices(body, weeks, days)
  const isNew = (index: number) =>
    weeks[index]?.every(day => drawn.has(index) && drawn.get(index)?.get(day) === days.get(day))
  drawings.push(weeks.map((_, index) => (isNew(index) ? index : '-')).join(''))
  return (
    <div ref={body}>
      {weeks.map(([day], index) => (
        <div key={day} data-week={index} />
      ))}
    </div>
  )
}

function Unseen() {
  const isUnseen = useUnseen()
  drawings.push(weeks.map((_, index) => (isUnseen(index) ? '-' : index)).join(''))
  return null
}

const scrollTo = (px: number) => {
  scrolledPx = px
  window.dispatchEvent(new Event('scroll'))
}

/** Lets frames and timers pass until everything is drawn. */
const settle = async () => {
  for (const _ of weeks) await act(() => vi.advanceTimersByTimeAsync(100))
}
/** The drawings that differ from the one before. */
const steps = () => drawings.filter((step, index) => step !== drawings[index - 1])

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('innerHeight', weekPx - 2)
  scrolledPx = 0
  drawings = []
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const top = Number(this.dataset.week) * weekPx - scrolledPx
    return new DOMRect(0, top, 700, weekPx)
  })
})
afterEach(() => {
  // What is in sight is remembered from month to month.
  render(<Month days={new Map()} />)
  scrollTo(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('A month in slices', () => {
  it('draws the week that was in sight at once, and the others one by one from there', async () => {
    const { unmount } = render(<Month days={monthOf(entries)} />)
    scrollTo(3 * weekPx + 1)
    unmount()
    drawings = []
    render(<Month days={monthOf(entries)} />)
    expect(steps()).toEqual(['---3--'])
    await settle()
    expect(steps().at(1)).toBe('--23--')
    expect(drawings.at(-1)).toBe('012345')
  })

  it('draws no more than two weeks at once, however many are in sight', async () => {
    vi.stubGlobal('innerHeight', 4 * weekPx)
    const { unmount } = render(<Month days={monthOf(entries)} />)
    scrollTo(weekPx + 1)
    unmount()
    drawings = []
    render(<Month days={monthOf(entries)} />)
    expect(steps()).toEqual(['-12---'])
    await settle()
    expect(drawings.at(-1)).toBe('012345')
  })

  it('changes the weeks in sight first when a filter changes most days', async () => {
    const all = monthOf(entries)
    const { rerender } = render(<Month days={all} />)
    await settle()
    scrolledPx = 2 * weekPx + 1
    drawings = []
    const filtered = monthOf(
      entries.filter((_, index) => index % 7 === 0),
      all,
    )
    rerender(<Month days={filtered} />)
    expect(drawings.at(-1)).toBe('--2---')
    await settle()
    expect(drawings.at(-1)).toBe('012345')
  })

  it('shows a post that moves to another week in one drawing, not in both places or in none', async () => {
    const all = monthOf(entries)
    const { rerender } = render(<Month days={all} />)
    await settle()
    drawings = []
    const [first, ...others] = entries
    if (!first) throw new Error('the month is empty')
    const moved = monthOf([...others, { ...first, date: weeks[4]?.[3] ?? '' }], all)
    rerender(<Month days={moved} />)
    expect(drawings.at(-1)).toBe('012345')
  })

  it('shows the week that was in sight at once when it is returned to, and the others after a paint', async () => {
    const { unmount } = render(<Month days={monthOf(entries)} />)
    scrollTo(3 * weekPx + 1)
    unmount()
    const kept = (isKept: boolean) => (
      <KeptProvider value={isKept}>
        <Unseen />
      </KeptProvider>
    )
    const { rerender } = render(kept(true))
    await settle()
    drawings = []
    rerender(kept(false))
    expect(steps()).toEqual(['---3--'])
    await settle()
    expect(steps().at(-1)).toBe('012345')
  })
})
