import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { CardState } from '#domain/calendar/card-state.ts'
import { type FilterSearch, namesIn, readFilterSearch } from '#domain/calendar/filter-search.ts'
import type { CalendarFilter } from '#domain/calendar/filters.ts'
import { addDays, addMonths, type DayRange, monthGrid, monthOf, weekOf } from '#domain/kernel/days.ts'
import { isLocalDate, type LocalDate } from '#domain/kernel/time.ts'
import { formatDayRange, formatLocal, formats } from '#domain/kernel/time-format.ts'

/** The query of a calendar's address; filter groups are comma-separated. */
export type CalendarSearch = FilterSearch & {
  date?: string | undefined
  view?: string | undefined
  /** `on`: cards show a larger preview on hover and focus. */
  previews?: 'on' | undefined
  /** Only posts whose cards say so. */
  only?: CardState | undefined
  /** `off`: day labels are hidden. */
  labels?: 'off' | undefined
  /** Days that show all of their posts, comma-separated: they are still open after Back. */
  open?: string | undefined
}

export type CalendarViewName = 'month' | 'week'

/** Everything in the calendar's address. */
export type ViewState = {
  readonly date: LocalDate
  readonly view: CalendarViewName
  readonly filter: CalendarFilter
  /** Chosen in the counts; undefined: all. */
  readonly cardState: CardState | undefined
  readonly hasPreviews: boolean
  readonly hasLabels: boolean
  /** Comma-separated, so that it is equal while nothing in it changes. */
  readonly openDays: string
}

/** Reads the address. Invalid values are left out; without a date it is today's. */
export const readViewState = (search: CalendarSearch, today: LocalDate): ViewState => ({
  date: search.date !== undefined && isLocalDate(search.date) ? search.date : today,
  view: search.view === 'week' ? 'week' : 'month',
  filter: readFilterSearch(search),
  cardState: search.only,
  hasPreviews: search.previews === 'on',
  hasLabels: search.labels !== 'off',
  openDays: search.open ?? '',
})

/** The days that the view loads: whole weeks. */
export const rangeOf = ({ date, view }: Pick<ViewState, 'date' | 'view'>): DayRange => {
  if (view === 'week') return weekOf(date)
  const days = monthGrid(date).flat()
  return { start: days[0] ?? date, end: days.at(-1) ?? date }
}

/** The days that the view is about: a month without the surrounding days. */
export const periodOf = ({ date, view }: Pick<ViewState, 'date' | 'view'>): DayRange =>
  view === 'week' ? weekOf(date) : monthOf(date)

/** `November 2026`, or `16 – 22 Nov 2026`. */
export const titleOf = (state: Pick<ViewState, 'date' | 'view'>): string => {
  const { start, end } = periodOf(state)
  return state.view === 'week'
    ? formatDayRange(start, end)
    : formatLocal({ date: state.date, time: '00:00' }, formats.month)
}

/** The same view, one month or week forward or back. */
export const stepped = ({ date, view }: Pick<ViewState, 'date' | 'view'>, by: 1 | -1): LocalDate =>
  view === 'week' ? addDays(date, 7 * by) : addMonths(`${date.slice(0, 7)}-01`, by)

/** Changes the address. Every step is added to the history, except changes of the filter. Keeps its identity. */
export const useViewNavigation = () => {
  const navigate = useNavigate()
  return useCallback(
    (change: Partial<CalendarSearch>, options: { replace?: boolean } = {}) =>
      void navigate({
        to: '.',
        search: (before: CalendarSearch) => ({ ...before, ...change }),
        replace: options.replace ?? false,
        resetScroll: false,
      }),
    [navigate],
  )
}

/** Opens or closes a day, in the address and without a step of the history. Keeps its identity. */
export const useDayToggle = () => {
  const navigate = useNavigate()
  return useCallback(
    (day: LocalDate) =>
      void navigate({
        to: '.',
        search: (before: CalendarSearch) => ({
          ...before,
          open: toggled(namesIn(before.open), day).join() || undefined,
        }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
}

const toggled = (days: readonly string[], day: LocalDate): string[] =>
  days.includes(day) ? days.filter(one => one !== day) : [...days, day].sort()
