import { sql } from 'kysely'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/projects/archiving-contract.ts'
import { listProjectSocials } from '#server/features/social-accounts/connected-accounts.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { countStoppedPosts } from './planned-posts.ts'

const countWaiting = async (db: Reader, projectId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct v.post_id)::int as count from approvals a
    join post_socials v on v.id = a.post_social_id join posts p on p.id = v.post_id
    where a.project_id = ${projectId} and a.status = 'open' and p.deleted_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

export const getArchivingPreview = async (
  _input: Input<typeof contract.getArchivingPreview>,
  { db, scope }: ScopedPoolCall,
): Promise<Answer<typeof contract.getArchivingPreview>> => ({
  scheduled_posts: await countStoppedPosts(db, scope.projectId),
  waiting_posts: await countWaiting(db, scope.projectId),
  accounts: (await listProjectSocials(db, scope)).map(({ social_network, name }) => ({
    social_network,
    name,
  })),
})
