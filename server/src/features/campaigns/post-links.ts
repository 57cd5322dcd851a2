import { fillLinkTemplate, type LinkParameters } from '#domain/campaigns/link-parameters.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { linkTemplateOf } from '#domain/projects/link-parameters.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

/** What the links of a post get on a network; null: nothing. */
export type ParametersOn = (network: SocialNetwork) => LinkParameters | null

/** What the links of a post of a campaign get on each network. `campaign` null: it belongs to none. */
export const parametersIn = (
  { settings, projectName: project }: Pick<ProjectScope, 'settings' | 'projectName'>,
  campaign: string | null,
): ParametersOn => {
  const template = linkTemplateOf(settings)
  return network => fillLinkTemplate(template, { project, network, campaign })
}

/** The name of the campaign of each of these posts that belongs to one. */
export const readCampaignNames = async (
  db: Reader,
  { projectId }: ProjectScope,
  postIds: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const rows = await db
    .selectFrom('posts as p')
    .innerJoin('campaigns as c', 'c.id', 'p.campaign_id')
    .select(['p.id', 'c.name'])
    .where('p.id', 'in', postIds)
    .where('p.project_id', '=', projectId)
    .where('c.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
