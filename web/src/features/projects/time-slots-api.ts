import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listTimeSlots, saveTimeSlots } from '#domain/projects/contract.ts'
import type { TimeSlots } from '#domain/projects/model.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

/** The usual times of a project; read again with the project when a live update names it. */
export const listTimeSlotsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...queryKeys.project(projectId), 'time-slots'],
    queryFn: ({ signal }) => call(listTimeSlots, { params: { projectId }, signal }),
    staleTime: 5 * 60_000,
  })

export const useListTimeSlots = (projectId: number) => useQuery(listTimeSlotsQuery(projectId))

/** Replaces the usual times of a project. A failure has a toast; the list is then read again, as somebody else may have changed it. */
export const useSaveTimeSlots = (projectId: number) => {
  const client = useQueryClient()
  const { queryKey } = listTimeSlotsQuery(projectId)
  return useMutation({
    mutationFn: (body: TimeSlots) => call(saveTimeSlots, { params: { projectId }, body }),
    onSuccess: saved => client.setQueryData(queryKey, saved),
    onError: () => client.invalidateQueries({ queryKey }),
  })
}
