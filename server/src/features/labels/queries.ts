import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/labels/contract.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

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

export const listLabelsOfProject = async (
  _input: Input<typeof contract.listDayLabels>,
  { tx, scope }: ScopedCall,
): Promise<Answer<typeof contract.listDayLabels>> => {
  const rows = await tx
    .selectFrom('day_labels')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .orderBy('start_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toWireLabel)
}
