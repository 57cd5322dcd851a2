import type { SocialNetwork } from '#domain/networks/model.ts'
import type { ProjectSocial } from '#domain/social-accounts/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

/** The project's connected accounts, in the networks' order. Tokens stay where they are. */
export const listProjectSocials = async (db: Reader, scope: ProjectScope): Promise<ProjectSocial[]> => {
  const rows = await db
    .selectFrom('social_accounts')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where('removed_at', 'is', null)
    .orderBy('social_network')
    .execute()
  return rows.map(toProjectSocial)
}

/** An account as everybody in the project may see it. */
export const toProjectSocial = (row: Row<'social_accounts'>): ProjectSocial => ({
  id: row.id,
  project_id: row.project_id,
  social_network: row.social_network,
  logo: row.logo_url,
  account_details: row.account_details,
  name: row.name,
  needs_reconnecting: row.needs_reconnecting,
})

/** The account that a project has on a network; undefined: none is connected. */
export const findConnected = (
  db: Reader,
  projectId: number,
  network: SocialNetwork,
): Promise<Row<'social_accounts'> | undefined> =>
  db
    .selectFrom('social_accounts')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('social_network', '=', network)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** The account of this id as everybody in the project may see it. */
export const getProjectSocial = async (db: Reader, id: number): Promise<ProjectSocial> =>
  toProjectSocial(
    await db.selectFrom('social_accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
