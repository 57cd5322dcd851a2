import type { Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/labels/contract.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import type { Row } from '#server/platform/db/schema.ts'

type Fields = Pick<Input<typeof contract.saveDayLabel>['body'], 'text' | 'color' | 'start_at' | 'end_at'>

/** With one day picked, or an empty end, the label covers that day (docs/product/labels.md "Picking days"). */
export const toColumns = ({ text, color, start_at, end_at }: Fields) => ({
  ...{ text, color, start_at, end_at: end_at ?? start_at },
})

/** A label on the wire, where its id has two names (docs/product/labels.md "Day label"). */
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
