import { sql } from 'kysely'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Reader } from '#server/platform/db/database.ts'

type Risk = { readonly project_id: number; readonly social_network: SocialNetwork; readonly count: number }

/**
 * Future cleared posts that will not go out as things stand: no account is connected, it needs reconnecting, or its access expires
 * before the post's time and is not renewed automatically. Networks without such posts are left out.
 */
export const countPostsAtRisk = async (
  db: Reader,
  projectIds: readonly number[],
  now: Date,
): Promise<readonly Risk[]> => {
  const { rows } = await sql<Risk>`
    select s.project_id, s.social_network, count(*)::int as count
    from post_socials s
    join posts p on p.id = s.post_id and p.deleted_at is null
    join schedules c on c.post_id = p.id and c.deleted_at is null
    left join social_accounts a
      on a.project_id = s.project_id and a.social_network = s.social_network and a.removed_at is null
    where s.project_id = any(${projectIds})
      and s.status in ('approved', 'scheduled') and c.datetime > ${now}
      and (a.id is null or a.needs_reconnecting or a.expires_at <= ${now}
        or (a.expires_at <= c.datetime and not a.is_renewable))
    group by 1, 2`.execute(db)
  return rows
}
