import { sql } from 'kysely'
import { type PlannedText, REPEAT_WINDOW_MS, repeatRefusers } from '#domain/schedules/repeats.ts'
import type { Reader } from '#server/platform/db/database.ts'

type Within = { readonly projectId: number; readonly from: Date; readonly to: Date }

/** What the project's posts say on networks that refuse repeats, planned or live from a window before `from` to one after `to`. */
export const readTextsAround = async (
  db: Reader,
  { projectId, from, to }: Within,
): Promise<readonly PlannedText[]> => {
  const [earliest, latest] = [
    new Date(from.getTime() - REPEAT_WINDOW_MS),
    new Date(to.getTime() + REPEAT_WINDOW_MS),
  ]
  const { rows } = await sql<PlannedText>`
    select s.post_id, s.social_network, s.message, coalesce(s.published_at, p.scheduled_at) as at
    from posts p join post_socials s on s.post_id = p.id
    where p.project_id = ${projectId} and p.deleted_at is null and s.status <> 'temporary_draft'
      and s.social_network = any(${[...repeatRefusers]})
      and coalesce(s.published_at, p.scheduled_at) between ${earliest} and ${latest}`.execute(db)
  return rows
}
