import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CalendarItem, getCalendar } from '#domain/calendar/contract.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { type ScheduleChoice, updateSchedule } from '#web/features/schedules/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { call } from '#web/platform/client.ts'
import { reloadPosts } from '#web/platform/live-updates.ts'
import { queryKeys } from '#web/platform/query.ts'
import { toast } from '#web/ui/toast.tsx'
import { type CalendarData, shareMonth } from './patch-months.ts'

export type { CalendarData }
export type CalendarRange = { readonly start: string; readonly end: string }

/** The calendar of a range of the project's days, both ends included. */
export const getCalendarQuery = (projectId: number, { start, end }: CalendarRange) =>
  queryOptions({
    queryKey: [...queryKeys.calendar(projectId), start, end],
    queryFn: ({ signal, client, queryKey }) => {
      const known = client.getQueryData<CalendarData>(queryKey)
      return call(getCalendar, { params: { projectId, start, end }, signal, known })
    },
    structuralSharing: shareMonth,
  })

export const useGetCalendar = (projectId: number, range: CalendarRange) =>
  useQuery(getCalendarQuery(projectId, range))

/** A scheduled post and its new time. */
export type CalendarMove = { readonly item: CalendarItem; readonly to: ScheduleChoice }

type Refusal = { readonly move: CalendarMove; readonly error: unknown }

/** Shows items at their new times before the server has answered. A month that is to be reloaded stays so. */
const place = (client: QueryClient, projectId: number, timezone: string, moves: readonly CalendarMove[]) => {
  const byId = new Map(moves.map(({ item, to }) => [item.id, to]))
  const placed = (item: CalendarItem): CalendarItem => {
    const to = byId.get(item.id)
    return to ? { ...item, ...to, datetime: instantOf({ ...to, timezone }).toISOString() } : item
  }
  for (const { queryKey, state } of client.getQueryCache().findAll({
    queryKey: queryKeys.calendar(projectId),
  })) {
    const data = state.data as CalendarData | undefined
    if (!data?.post_schedules.some(({ id }) => byId.has(id))) continue
    const { dataUpdatedAt: updatedAt, isInvalidated } = state
    client.setQueryData(queryKey, { ...data, post_schedules: data.post_schedules.map(placed) }, { updatedAt })
    if (isInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
}

/** Stops the reading of months, whose answers would take moved posts back to where they were. @returns how to go on */
const interruptReading = async (client: QueryClient, projectId: number): Promise<() => void> => {
  const queryKey = queryKeys.calendar(projectId)
  const reading = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
  await client.cancelQueries({ queryKey })
  return () => {
    for (const query of reading) void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }
}

const send = async (moves: readonly CalendarMove[]): Promise<Refusal[]> => {
  const answers = await Promise.allSettled(moves.map(({ item, to }) => updateSchedule(item.schedule_id, to)))
  return moves.flatMap((move, index) => {
    const answer = answers[index]
    return answer?.status === 'rejected' ? [{ move, error: answer.reason }] : []
  })
}

/** The texts of the refusals, each once. */
export const refusalText = (refusals: readonly { readonly error: unknown }[]): string =>
  [...new Set(refusals.map(({ error }) => messageOf(error)))].join(' ')

const movedText = (count: number): string => (count === 1 ? 'Post moved' : `${count} posts moved`)

const backOf = ({ item }: CalendarMove): CalendarMove => {
  const { date, time, is_autoposting } = item
  return { item, to: { date, time, is_autoposting } }
}

/**
 * Moves posts to other times, with one call for each schedule (docs/product/calendar.md "Drag and drop"). They appear at their
 * new places at once; one that the server refuses goes back, with the server's text. The toast has Undo.
 */
export const useMoveSchedules = (projectId: number, timezone: string) => {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (moves: readonly CalendarMove[]) => send(moves),
    onMutate: async moves => {
      const goOn = await interruptReading(client, projectId)
      place(client, projectId, timezone, moves)
      return goOn
    },
    onSuccess: (refusals, moves) => {
      const refused = new Set(refusals.map(({ move }) => move))
      const done = moves.filter(move => !refused.has(move))
      if (refusals.length > 0) {
        place(client, projectId, timezone, [...refused].map(backOf))
        toast.error(refusalText(refusals))
      }
      if (done.length > 0) toast.undoable(movedText(done.length), () => mutate(done.map(backOf)))
    },
    onSettled: async (_refusals, _error, moves, goOn) => {
      const postIds = moves.map(({ item }) => item.post_id)
      await reloadPosts(client, projectId, postIds)
      goOn?.()
    },
  })
  return mutate
}
