import { figuresByCampaign } from '#domain/analytics/by-campaign.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import type { PublishedFigures } from './post-figures.ts'

/** The figures of what went out by campaign; empty if nothing of it has one. */
export const readByCampaign = async (
  db: Reader,
  { projectId }: ProjectScope,
  figures: readonly PublishedFigures[],
) => {
  const ids = [...new Set(figures.flatMap(({ campaignId }) => campaignId ?? []))]
  if (ids.length === 0) return []
  const campaigns = await db
    .selectFrom('campaigns')
    .select(['id', 'name', 'color'])
    .where('id', 'in', ids)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .execute()
  return figuresByCampaign(figures, campaigns)
}
