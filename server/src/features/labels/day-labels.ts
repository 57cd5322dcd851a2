import type { Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/labels/contract.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import type { Row } from '#server/platform/db/schema.ts'

type Fields = Pick<Input<typeof contract.saveDayLabel>['body'], 'text' | 'color' | 'start_at' | 'end_at'>

/** With one day picked, or an empty end, it is the label of that day (document 2 section 5 "Labels"). */
export const toColumns = ({ text, color, start_at, end_at }: Fields) => ({
  ...{ text, color, start_at, end_at: end_at ?? start_at },
})

/** A label as the wire tells it, under both names that the documents give its id. */
export const toWireLabel = ({
  id,
  project_id,
  text,
  color,
  start_at,
  end_at,
}: Row<'day_labels'>): DayLabel => ({
  ...{ id, day_label_id: id },
  ...{ project_id, text, color, start_at, end_at },
})
