import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createDayLabel, deleteDayLabel, listDayLabels, saveDayLabel } from '#domain/labels/contract.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { useRestoreFromBin } from '#web/features/bin/restore-api.ts'
import { announceChangedLabels } from '#web/platform/changed-posts.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'
import { toast } from '#web/ui/toast.tsx'

/** The fields of a label that a person edits. */
export type LabelFields = Pick<DayLabel, 'text' | 'color' | 'start_at' | 'end_at'>

/** All labels of a project. The calendar loads the labels of its range itself. */
export const useListDayLabels = (projectId: number) =>
  useQuery({
    queryKey: queryKeys.labels(projectId),
    queryFn: ({ signal }) => call(listDayLabels, { params: { projectId }, signal }),
  })

/** Adds a label. The caller reloads what shows it, and shows a failure. */
export const createLabel = (projectId: number, { text, color, start_at, end_at }: LabelFields) =>
  call(createDayLabel, { body: { text, color, start_at, end_at, project_id: projectId } })

/** Changes a label. The caller reloads what shows it, and shows a failure. */
export const changeLabel = (projectId: number, id: number, fields: LabelFields) =>
  call(saveDayLabel, {
    params: { dayLabelId: id },
    body: { ...fields, project_id: projectId, day_label_id: id },
  })

/** Deletes a label. The caller reloads what shows it, and shows a failure. */
export const removeLabel = (dayLabelId: number) => call(deleteDayLabel, { params: { dayLabelId } })

/** Adds a label. The form shows its failures itself. */
export const useCreateDayLabel = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (fields: LabelFields) => createLabel(projectId, fields),
    onSettled: () => announceChangedLabels(client, projectId),
  })
}

/** Changes a label. The form shows its failures itself. */
export const useSaveDayLabel = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: ({ id, ...fields }: LabelFields & { readonly id: number }) =>
      changeLabel(projectId, id, fields),
    onSettled: () => announceChangedLabels(client, projectId),
  })
}

/** Deletes a label. Undo restores it from the bin. */
export const useDeleteDayLabel = (projectId: number) => {
  const client = useQueryClient()
  // Fixed wording (docs/product/labels.md "Texts").
  const { mutate: restore } = useRestoreFromBin(projectId, () => toast.success('Label added'))
  return useMutation({
    mutationFn: ({ id }: DayLabel) => removeLabel(id),
    // Fixed wording (docs/product/labels.md "Texts").
    onSuccess: (_, label) =>
      toast.undoable('Label deleted', () => restore({ kind: 'day_label', ids: [label.id] })),
    onSettled: () => announceChangedLabels(client, projectId),
  })
}
