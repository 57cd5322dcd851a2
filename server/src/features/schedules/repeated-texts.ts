import { sql } from 'kysely'
import { type PlannedText, REPEAT_WINDOW_MS, repeatRefusers } from '#domain/schedules/repeats.ts'
import type { Reader } from '#server/platform/db/database.ts'

type Around = { readonly projectId: number; readonly texts: readonly Pick<PlannedText, 'at'>[] }

/** What the project's posts say on networks that refuse repeats, planned or live from a window before the first of these texts to one after the last. */
export const readTextsAround = async (
  db: Reader,
  { projectId, texts }: Around,
): Promise<readonly PlannedText[]> => {
  if (texts.length === 0) return []
  const times = texts.map(({ at }) => at.getTime())
  const [earliest, latest] = [
    new Date(Math.min(...times) - REPEAT_WINDOW_MS),
    new Date(Math.max(...times) + REPEAT_WINDOW_MS),
  ]
  const { rows } = await sql<PlannedText>`
    select s.post_id, s.social_network, s.message, coalesce(s.published_at, p.scheduled_at) as at
    from posts p join post_socials s on s.post_id = p.id
    where p.project_id = ${projectId} and p.deleted_at is null and s.status <> 'temporary_draft'
      and s.social_network = any(${[...repeatRefusers]})
      and coalesce(s.published_at, p.scheduled_at) between ${earliest} and ${latest}`.execute(db)
  return rows
}
