import { sql } from 'kysely'
import type { DayRange } from '#domain/kernel/days.ts'
import type { Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/labels/contract.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

type Fields = Pick<Input<typeof contract.saveDayLabel>['body'], 'text' | 'color' | 'start_at' | 'end_at'>

/** With one day picked, or an empty end, the label covers that day (docs/product/labels.md "Picking days"). */
export const toColumns = ({ text, color, start_at, end_at }: Fields) => ({
  text,
  color,
  start_at,
  end_at: end_at ?? start_at,
})

/** A label in its wire form, where its id has two names (docs/product/labels.md "Day label"). */
export const toWireLabel = ({
  id,
  project_id,
  text,
  color,
  start_at,
  end_at,
}: Pick<Row<'day_labels'>, 'id' | 'project_id' | 'text' | 'color' | 'start_at' | 'end_at'>): DayLabel => ({
  id,
  day_label_id: id,
  project_id,
  text,
  color,
  start_at,
  end_at,
})

/** The labels that overlap these days. */
export const selectDayLabelsIn = (db: Reader, { projectId }: ProjectScope, range: DayRange) =>
  db
    .selectFrom('day_labels')
    .select(['id', 'project_id', 'text', 'color', 'start_at', 'end_at'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('start_at', '<=', range.end)
    .where('end_at', '>=', range.start)
    .orderBy('start_at')
    .orderBy('id')

/** The projects of labels that are not deleted, for the session gate. */
export const projectsOfDayLabels = (ids: readonly number[]) =>
  sql<{ id: number; project_id: number }>`
    select id, project_id from day_labels where id = any(${[...ids]}) and deleted_at is null`

/** The labels of days to come; a project that has labels keeps its own. */
export const copyDayLabels = async (
  tx: Tx,
  { from, to, today }: { readonly from: number; readonly to: number; readonly today: string },
): Promise<void> => {
  await sql`
    insert into day_labels (project_id, text, color, start_at, end_at)
      select ${to}, text, color, start_at, end_at from day_labels
        where project_id = ${from} and deleted_at is null and end_at >= ${today}::date
          and not exists (select from day_labels where project_id = ${to})`.execute(tx)
}
