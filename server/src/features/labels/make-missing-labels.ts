import { sql } from 'kysely'
import type { ArchivedLabel } from '#domain/archives/posts.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** Makes those of these labels that the project does not have with the same text, colour and days. */
export const makeMissingLabels = async (
  { tx, scope, now, emit }: ScopedCall,
  labels: readonly ArchivedLabel[],
): Promise<void> => {
  const { numAffectedRows } = await sql`
    insert into day_labels (project_id, text, color, start_at, end_at, created_at)
    select ${scope.projectId}, w.text, w.color, w.start_at, w.end_at, ${now}
    from (select distinct on (text, color, start_at, end_at) * from rows from (
        jsonb_to_recordset(${JSON.stringify(labels)}::jsonb) as (text text, color text, start_at date, end_at date)
      ) with ordinality as r(text, color, start_at, end_at, place) order by text, color, start_at, end_at, place) w
    where not exists (select 1 from day_labels l where l.project_id = ${scope.projectId} and l.deleted_at is null
      and (l.text, l.color, l.start_at, l.end_at) = (w.text, w.color, w.start_at, w.end_at))
    order by w.place`.execute(tx)
  if (numAffectedRows) await emit({ type: 'day_label.created' })
}
