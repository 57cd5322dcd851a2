import { sql } from 'kysely'
import { openStatuses } from '#domain/publishing/status.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'

/** How many posts of a project were to go out by themselves or by hand: at a time to come, and by now. */
export type PlannedPosts = { readonly scheduled_posts: number; readonly missed_posts: number }

const none: PlannedPosts = { scheduled_posts: 0, missed_posts: 0 }

/**
 * The posts with a time that has not been taken up, and those on their way, by project; a post that is a draft on every network would not
 * go out in any case. What came due counts as missed, but for a client that is not archived, of which it is about to go out.
 */
export const countPlannedPosts = async (
  db: Reader,
  projectIds: readonly number[],
): Promise<(projectId: number) => PlannedPosts> => {
  if (projectIds.length === 0) return () => none
  const now = await databaseNow(db)
  const { rows } = await sql<PlannedPosts & { project_id: number }>`
    with planned as (
      select s.project_id, s.post_id, s.datetime > ${now} as is_to_come from schedules s join posts p on p.id = s.post_id
      where s.project_id = any(${[...projectIds]}::bigint[]) and s.deleted_at is null and s.released_at is null and p.deleted_at is null
        and exists (select from post_socials v where v.post_id = p.id and v.status not in ('temporary_draft', 'draft'))
      union
      select u.project_id, v.post_id, false from publications u join post_socials v on v.id = u.post_social_id
      where u.project_id = any(${[...projectIds]}::bigint[]) and u.status = any(${openStatuses})
    )
    select project_id, count(distinct post_id) filter (where is_to_come)::int as scheduled_posts,
      count(distinct post_id) filter (where not is_to_come)::int as missed_posts
    from planned group by project_id`.execute(db)
  const found = new Map(rows.map(({ project_id, ...counts }) => [project_id, counts]))
  return projectId => found.get(projectId) ?? none
}

/** All of them, for a client that is not archived: none of them would go out. */
export const countStoppedPosts = async (db: Reader, projectId: number): Promise<number> => {
  const { scheduled_posts, missed_posts } = (await countPlannedPosts(db, [projectId]))(projectId)
  return scheduled_posts + missed_posts
}
