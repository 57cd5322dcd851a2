import { sql } from 'kysely'
import { accountKinds, type UnreadCounts } from '#domain/notifications/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { isShown } from './shown.ts'

type Row = {
  project_id: number | null
  agency_id: number | null
  count: number
  account_kinds: UnreadCounts['projects'][number]['account_kinds']
}

/**
 * What a person has not read, by project and agency. What is said of several versions of a post in the same words counts once, and so does
 * what an agency's admins are reminded of again.
 */
export const readUnreadCounts = async (db: Reader, person: Person): Promise<UnreadCounts> => {
  const { rows } = await sql<Row>`
    select n.project_id, n.agency_id,
      count(distinct (n.kind, n.actor_id, n.post_id, case when coalesce(n.post_id, n.agency_id) is null then n.id end))::int as count,
      coalesce(array_agg(distinct n.kind) filter (where n.kind = any(${[...accountKinds]})), '{}') as account_kinds
    from notifications n left join projects p on p.id = n.project_id
    where ${isShown(person)} and n.read_at is null
    group by n.project_id, n.agency_id order by n.project_id, n.agency_id`.execute(db)
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    projects: rows.flatMap(({ project_id, count, account_kinds }) =>
      project_id === null ? [] : [{ project_id, count, account_kinds }],
    ),
    agencies: rows.flatMap(({ agency_id, count }) => (agency_id === null ? [] : [{ agency_id, count }])),
  }
}
