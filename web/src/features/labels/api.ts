import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createDayLabel, deleteDayLabel, listDayLabels, saveDayLabel } from '#domain/labels/contract.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'
import { toast } from '#web/ui/toast.tsx'

/** What a person sets of a label. */
export type LabelFields = Pick<DayLabel, 'text' | 'color' | 'start_at' | 'end_at'>

/** All labels of a project. The calendar reads those of its days with its own call. */
export const useListDayLabels = (projectId: number) =>
  useQuery({
    queryKey: queryKeys.labels(projectId),
    queryFn: ({ signal }) => call(listDayLabels, { params: { projectId }, signal }),
  })

/** Resolves when the list and the calendar, as far as they are on the screen, are read again. */
const reread = (client: QueryClient, projectId: number) =>
  Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.labels(projectId) }),
    client.invalidateQueries({ queryKey: queryKeys.calendar(projectId) }),
  ])

const create = (projectId: number, { text, color, start_at, end_at }: LabelFields) =>
  call(createDayLabel, { body: { text, color, start_at, end_at, project_id: projectId } })

/** Makes a label, or changes the one with this id. The form shows why not. */
export const useSaveLabel = (projectId: number, dayLabelId: number | null) => {
  const client = useQueryClient()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (fields: LabelFields) =>
      dayLabelId === null
        ? create(projectId, fields)
        : call(saveDayLabel, {
            params: { dayLabelId },
            body: { ...fields, project_id: projectId, day_label_id: dayLabelId },
          }),
    onSettled: () => reread(client, projectId),
  })
}

/** Removes a label. Undo makes the same one again. */
export const useDeleteDayLabel = (projectId: number) => {
  const client = useQueryClient()
  const { mutate: restore } = useMutation({
    mutationFn: (label: DayLabel) => create(projectId, label),
    onSuccess: () => toast.success('Label added'),
    onSettled: () => reread(client, projectId),
  })
  return useMutation({
    mutationFn: ({ id }: DayLabel) => call(deleteDayLabel, { params: { dayLabelId: id } }),
    onSuccess: (_, label) => toast.undoable('Label deleted', () => restore(label)),
    onSettled: () => reread(client, projectId),
  })
}
