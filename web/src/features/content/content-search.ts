import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type FilterSearch, namesIn, readFilterSearch } from '#domain/calendar/filter-search.ts'
import type { CalendarFilter } from '#domain/calendar/filters.ts'
import {
  type ContentSort,
  type ContentSpan,
  contentSorts,
  type OtherSpan,
  type SortDirection,
} from '#domain/content/views.ts'
import { addDays, type DayRange, daysBetween, weekOf } from '#domain/kernel/days.ts'
import { isLocalDate, type LocalDate } from '#domain/kernel/time.ts'
import { POST_SEARCH_MAX } from '#domain/posts/search-excerpt.ts'

/** The query of the list's address; groups of the filter and columns are comma-separated. */
export type ContentSearch = FilterSearch & {
  span?: OtherSpan | undefined
  /** The first and the last day; without them it is the current week. */
  start?: string | undefined
  end?: string | undefined
  columns?: string | undefined
  sort?: string | undefined
  direction?: string | undefined
  /** What is searched for. */
  q?: string | undefined
}

/** The columns beside the content itself. Fixed wording of three (docs/product/content-list.md "Columns"). */
export const columnNames = {
  status: 'Status',
  waiting: 'Waiting for',
  deadline: 'Deadline',
  date: 'Publish date',
  updated: 'Last update',
  author: 'Author',
  type: 'Post type',
  campaign: 'Campaign',
} as const
export type ContentColumn = keyof typeof columnNames

const columnOrder = Object.keys(columnNames) as ContentColumn[]
const usualColumns: readonly ContentColumn[] = ['status', 'waiting', 'deadline', 'date', 'updated']

/** What a column is sorted by; whom a post waits for has no order, and neither has its campaign. */
export const sortOf = (column: ContentColumn): ContentSort | null =>
  column === 'waiting' || column === 'campaign' ? null : column

/** The next order after a click on a heading: up, down, and as the span has it. */
export const nextSort = ({ sort, direction }: ContentState, by: ContentSort) => {
  if (sort !== by) return { sort: by, direction: undefined }
  return direction === 'desc'
    ? { sort: undefined, direction: undefined }
    : { sort, direction: 'desc' as const }
}

/** Everything in the list's address. */
export type ContentState = {
  readonly span: ContentSpan
  readonly days: DayRange
  readonly filter: CalendarFilter
  readonly q: string | undefined
  readonly columns: readonly ContentColumn[]
  /** Undefined: the order of the span. */
  readonly sort: ContentSort | undefined
  readonly direction: SortDirection
}

/** What of the list can be exported: what was never saved is not content yet. */
export type ExportableState = ContentState & { readonly span: Exclude<ContentSpan, 'unsaved'> }
export const isExportable = (state: ContentState): state is ExportableState => state.span !== 'unsaved'

const daysIn = ({ start, end }: ContentSearch, today: LocalDate): DayRange => {
  const isRange = start !== undefined && end !== undefined && isLocalDate(start) && isLocalDate(end)
  return isRange && start <= end ? { start, end } : weekOf(today)
}

const columnsIn = (columns: string | undefined): readonly ContentColumn[] => {
  if (columns === undefined) return usualColumns
  const named = namesIn(columns)
  return columnOrder.filter(column => named.includes(column))
}

/** Reads the address. Invalid values are left out. */
export const readContentState = (search: ContentSearch, today: LocalDate): ContentState => ({
  span: search.span ?? 'days',
  days: daysIn(search, today),
  filter: readFilterSearch(search),
  q: search.q?.slice(0, POST_SEARCH_MAX),
  columns: columnsIn(search.columns),
  sort: contentSorts.find(sort => sort === search.sort),
  direction: search.direction === 'desc' ? 'desc' : 'asc',
})

/** The columns as they stand in the address; the usual ones need no mention. */
export const columnsText = (columns: readonly ContentColumn[]): string | undefined =>
  columns.join() === usualColumns.join() ? undefined : columns.join() || 'none'

/** Days as they stand in the address; the current week needs no mention. */
export const daysSearch = ({ start, end }: DayRange, today: LocalDate) => {
  const isThisWeek = start === weekOf(today).start && end === weekOf(today).end
  return isThisWeek ? { start: undefined, end: undefined } : { start, end }
}

/** As many days, just after or just before. */
export const stepped = ({ start, end }: DayRange, by: 1 | -1): DayRange => {
  const days = (daysBetween(start, end) + 1) * by
  return { start: addDays(start, days), end: addDays(end, days) }
}

/** An address without what is not set, as a saved view keeps it. */
export const viewSearch = (search: ContentSearch): string =>
  new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    ),
  ).toString()

/** Changes the address; filters and columns without a step of the history. Keeps its identity. */
export const useContentNavigation = () => {
  const navigate = useNavigate()
  return useCallback(
    (change: Partial<ContentSearch>, options: { replace?: boolean } = {}) =>
      void navigate({
        to: '.',
        search: (before: ContentSearch) => ({ ...before, ...change }),
        replace: options.replace ?? false,
        resetScroll: false,
      }),
    [navigate],
  )
}
