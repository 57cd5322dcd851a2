import { sql } from 'kysely'
import type { ArchivedCampaign } from '#domain/archives/posts.ts'
import { campaignNamed, isSameCampaignName, type NamedCampaign } from '#domain/campaigns/campaigns.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** The campaigns of a project that are not deleted. */
export const listNamedCampaigns = (db: Reader, projectId: number): Promise<NamedCampaign[]> =>
  db
    .selectFrom('campaigns')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/**
 * Says that a post belongs to the campaign of this name; to none, if it is empty or the project has none of this name any more. Of several
 * of one name it keeps its own.
 */
export const giveCampaignNamed = async (
  { tx, scope, emit }: ScopedCall,
  postId: number,
  name: string,
): Promise<void> => {
  const campaigns = await listNamedCampaigns(tx, scope.projectId)
  const post = await tx.selectFrom('posts').select('campaign_id').where('id', '=', postId).executeTakeFirst()
  const own = campaigns.filter(({ id }) => id === post?.campaign_id)
  const campaign_id = (campaignNamed(own, name) ?? campaignNamed(campaigns, name))?.id ?? null
  const { numUpdatedRows } = await tx
    .updateTable('posts')
    .set({ campaign_id })
    .where('id', '=', postId)
    .where('project_id', '=', scope.projectId)
    .where('campaign_id', 'is distinct from', campaign_id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await emit({ type: 'post.campaign_changed', postId })
}

/** Makes those of these campaigns that the project has none of the same name for. */
export const makeMissingCampaigns = async (
  { tx, scope, now, emit }: ScopedCall,
  campaigns: readonly ArchivedCampaign[],
): Promise<void> => {
  const known = await listNamedCampaigns(tx, scope.projectId)
  const missing = campaigns.filter(
    ({ name }, index) =>
      !campaignNamed(known, name) &&
      !campaigns.slice(0, index).some(one => isSameCampaignName(one.name, name)),
  )
  if (missing.length === 0) return
  await sql`
    insert into campaigns (project_id, name, color, start_at, end_at, goal, created_at)
    select ${scope.projectId}, name, color, start_at, end_at, goal, ${now}
    from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb)
      as w(name text, color text, start_at date, end_at date, goal text)`.execute(tx)
  await emit({ type: 'campaign.created' })
}
