import { sql } from 'kysely'
import { actorOf } from '#domain/approvals/approvers.ts'
import { can } from '#domain/permissions/can.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import type { MissedPosts, Pause } from '#domain/projects/pause.ts'
import { isOwn } from '#server/features/projects/own-projects.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { type Person, roleIn } from '#server/platform/session/scope.ts'
import { isPausedFor, isPausing } from './engine/holds.ts'
import { heldRows } from './held-posts.ts'

type Found = { readonly pauses: Pause[]; readonly missed_posts: MissedPosts[] }

/** Left out where there is nothing, as nearly always. */
type OwnPauses = Partial<Found>

/**
 * The pauses that the person's pages tell of, and where something was missed in one. A client is told only if the person who paused it
 * wanted that, and only people who may publish decide about what was missed. One statement, because every page begins with this call;
 * few pauses hold, and little waits.
 */
export const listOwnPauses = async (
  db: Reader,
  person: Person,
  projects: readonly OwnProject[],
): Promise<OwnPauses> => {
  const { pauses, missed_posts } = await readOwn(db, person)
  const decides = new Set(projects.filter(own => can(actorOf(own), 'post.publish')).map(({ id }) => id))
  const missed = missed_posts.filter(({ project_id }) => decides.has(project_id))
  return {
    ...(pauses.length > 0 ? { pauses } : {}),
    ...(missed.length > 0 ? { missed_posts: missed } : {}),
  }
}

const readOwn = async (db: Reader, person: Person): Promise<Found> => {
  const mayBeTold = sql`(h.tells_clients or ${roleIn('p', person)} <> 'external-approver')`
  const { rows } = await sql<{ [Part in keyof Found]: Found[Part] | null }>`${prepared} select
    (select json_agg(json_build_object(
        'id', h.id, 'agency_id', coalesce(h.agency_id, (select o.agency_id from projects o where o.id = h.project_id)),
        'project_id', h.project_id, 'reason', h.note,
        'paused_at', to_char(h.held_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'ends_at', to_char(h.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'tells_clients', h.tells_clients,
        'paused_by', (select u.name from users u where u.id = h.held_by)) order by h.id)
      from publishing_holds h
      where ${isPausing} and (exists (select from projects p
          where (p.id = h.project_id or p.agency_id = h.agency_id) and ${isOwn(person)} and ${mayBeTold})
        or h.agency_id in (select agency_id from agency_admins where user_id = ${person.userId}))) as pauses,
    (select json_agg(json_build_object('project_id', project_id, 'count', count) order by project_id) from (
      select p.id as project_id, count(*)::int as count from (${heldRows}) held
      join publications u on u.id = held.id join projects p on p.id = u.project_id
      where ${isOwn(person)} and ${isPausedFor({ due: sql`held.due_at`, waived: sql`u.hold_waived_at` })} group by p.id) as missed
    ) as missed_posts`.execute(db)
  return { pauses: rows[0]?.pauses ?? [], missed_posts: rows[0]?.missed_posts ?? [] }
}
