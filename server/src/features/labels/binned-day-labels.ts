import { type DeletedRow, deletedRows } from '#server/platform/db/deleted-rows.ts'

/** Deleted labels as the bin has them. */
export const binnedDayLabels = {
  rows: deletedRows('day_labels'),
  toItem: ({ id, text, color, start_at, end_at }: DeletedRow<'day_labels'>) => ({
    kind: 'day_label' as const,
    id,
    title: text,
    color,
    start_at,
    end_at,
  }),
  restored: 'day_label.restored',
} as const
