import { type RawBuilder, sql } from 'kysely'
import type { Campaign } from '#domain/campaigns/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

/** Clients do not see all posts. */
const postsCount = (isClient: boolean): RawBuilder<number | null> =>
  isClient
    ? sql<number | null>`null::int`
    : sql<number | null>`(
        select count(*)::int from posts p where p.campaign_id = campaigns.id and p.deleted_at is null)`

/** The campaign of this project, unless it is deleted. */
export const selectCampaign = (db: Reader, { projectId }: Pick<ProjectScope, 'projectId'>, id: number) =>
  db
    .selectFrom('campaigns')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)

/** The campaigns of a project that are not deleted, by name, as the caller sees them. `id`: only this one. */
export const readCampaigns = async (
  db: Reader,
  { projectId, role }: ProjectScope,
  id?: number,
): Promise<Campaign[]> => {
  const isClient = role === 'external-approver'
  const rows = await db
    .selectFrom('campaigns')
    .select(['id', 'project_id', 'name', 'color', 'start_at', 'end_at', 'goal', 'version'])
    .select(postsCount(isClient).as('posts_count'))
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .$if(id !== undefined, query => query.where('id', '=', id ?? 0))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
  return isClient ? rows.map(row => ({ ...row, goal: null })) : rows
}
