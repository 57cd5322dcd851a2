import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import { type CalendarItem, type getCalendar, listCalendarCards } from '#domain/calendar/contract.ts'
import type { DayRange } from '#domain/kernel/days.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import { dayOf, readInstant } from '#domain/kernel/time.ts'
import { listDayLabels } from '#domain/labels/contract.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { call, shareTag } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

export type CalendarData = Output<typeof getCalendar>

/** The cards of these posts; those that have none any more are left out. */
export const loadListCalendarCards = (
  projectId: number,
  postIds: readonly number[],
): Promise<CalendarItem[]> =>
  call(listCalendarCards, { params: { projectId }, query: { ids: postIds.join(',') } })

/** All labels of the project. */
export const loadListDayLabels = (projectId: number): Promise<DayLabel[]> =>
  call(listDayLabels, { params: { projectId } })

/**
 * Puts the cards of these posts into every cached month: new ones where they belong, changed ones in their place, and what is gone out.
 */
export const patchMonths = (
  client: QueryClient,
  projectId: number,
  postIds: readonly number[],
  cards: readonly CalendarItem[],
): void => patchEach(client, projectId, (data, range) => patchMonth(data, range, postIds, cards))

/** Gives every cached month the labels of its days. */
export const patchLabels = (client: QueryClient, projectId: number, labels: readonly DayLabel[]): void =>
  patchEach(client, projectId, (data, { start, end }) => {
    const inside = labels.filter(({ start_at, end_at }) => start_at <= end && end_at >= start)
    return shareMonth(data, { ...data, day_labels: inside.sort(byStart) })
  })

/** The server's order. */
const byStart = (a: DayLabel, b: DayLabel): number => a.start_at.localeCompare(b.start_at) || a.id - b.id

/** A month that is being read is read again, since it may have been read before the change. */
const patchEach = (
  client: QueryClient,
  projectId: number,
  patch: (data: CalendarData, range: DayRange) => CalendarData,
): void => {
  for (const query of client.getQueryCache().findAll({ queryKey: queryKeys.calendar(projectId) })) {
    const { queryKey, state } = query
    if (state.fetchStatus === 'fetching') {
      // Afterwards: a first read cannot be restarted, and its end would make the month count as fresh.
      const readAgain = () => client.invalidateQueries({ queryKey, exact: true })
      void query.promise?.then(readAgain, readAgain)
    }
    // One that is to be reloaded stays so: writing to it would make it count as fresh.
    if (state.data === undefined || state.isInvalidated) continue
    const data = state.data as CalendarData
    const [, , start, end] = queryKey as [string, number, string, string]
    const patched = patch(data, { start, end })
    // It is as old as before for everything else that it shows.
    if (patched !== data) client.setQueryData(queryKey, patched, { updatedAt: state.dataUpdatedAt })
  }
}

/** The month with these posts as they are now. Unchanged items, and an unchanged month, are the same objects as before. */
export const patchMonth = (
  data: CalendarData,
  { start, end }: DayRange,
  postIds: readonly number[],
  cards: readonly CalendarItem[],
): CalendarData => {
  const changed = new Set(postIds)
  const isInside = ({ datetime }: CalendarItem) => {
    const day = dayOf(readInstant(datetime), data.project.timezone)
    return start <= day && day <= end
  }
  const others = data.post_schedules.filter(item => !changed.has(item.post_id))
  const post_schedules = [...others, ...cards.filter(isInside)].sort(byTime)
  return shareMonth(data, { ...data, post_schedules })
}

/** The server's order. */
const byTime = (a: CalendarItem, b: CalendarItem): number =>
  a.datetime.localeCompare(b.datetime) || b.post_id - a.post_id

/**
 * Keeps the objects of the old month wherever the new one says the same, item by item: a list compared by place would make new objects
 * of everything behind an item that was added or removed.
 */
export const shareMonth = (old: unknown, fresh: unknown): CalendarData => {
  const next = fresh as CalendarData
  if (old === undefined || old === fresh) return next
  const before = old as CalendarData
  const known = new Map(before.post_schedules.map(item => [item.id, item]))
  const items = next.post_schedules.map(item => replaceEqualDeep(known.get(item.id), item))
  const isSame =
    items.length === before.post_schedules.length &&
    items.every((item, index) => item === before.post_schedules[index])
  const post_schedules = isSame ? before.post_schedules : items
  const project = replaceEqualDeep(before.project, next.project)
  const day_labels = replaceEqualDeep(before.day_labels, next.day_labels)
  const isUnchanged = isSame && project === before.project && day_labels === before.day_labels
  const shared = isUnchanged ? before : { ...next, project, post_schedules, day_labels }
  shareTag(next, shared)
  return shared
}
