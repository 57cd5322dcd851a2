import { sql } from 'kysely'
import type { UnreadCounts } from '#domain/notifications/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { isShown } from './shown.ts'

/** What a person has not read, by project. What is said of several versions of a post in the same words counts once. */
export const readUnreadCounts = async (db: Reader, person: Person): Promise<UnreadCounts> => {
  const { rows } = await sql<{ project_id: number; count: number }>`
    select n.project_id, count(distinct (n.kind, n.actor_id, n.post_id, case when n.post_id is null then n.id end))::int as count
    from notifications n join projects p on p.id = n.project_id
    where ${isShown(person)} and n.read_at is null group by n.project_id order by n.project_id`.execute(db)
  return { total: rows.reduce((sum, { count }) => sum + count, 0), projects: rows }
}
