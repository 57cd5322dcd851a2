import type { ProjectSocial } from '#domain/social-accounts/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

/** The project's connected accounts, in the networks' order. Tokens stay where they are. */
export const listProjectSocials = (db: Reader, scope: ProjectScope): Promise<ProjectSocial[]> =>
  db
    .selectFrom('social_accounts')
    .select([
      'id',
      'project_id',
      'social_network',
      'logo_url as logo',
      'account_details',
      'name',
      'needs_reconnecting',
    ])
    .where('project_id', '=', scope.projectId)
    .where('removed_at', 'is', null)
    .orderBy('social_network')
    .execute()
