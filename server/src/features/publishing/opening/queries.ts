import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Reader } from '#server/platform/db/database.ts'

/** The connected accounts of a project by network. */
export const readAccountIds = async (db: Reader, projectId: number): Promise<Map<SocialNetwork, number>> => {
  const rows = await db
    .selectFrom('social_accounts')
    .select(['id', 'social_network'])
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .execute()
  return new Map(rows.map(row => [row.social_network, row.id]))
}
