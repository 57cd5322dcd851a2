import { sql } from 'kysely'
import { can } from '#domain/permissions/can.ts'
import type { Setting } from '#domain/permissions/settings.ts'
import type { ProjectUser } from '#domain/projects/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { pictureUrl } from '#server/platform/storage/storage.ts'

type ProjectUserRow = Omit<ProjectUser, 'avatar_image_link' | 'setting'> & {
  avatar_key: string | null
  setting: Setting[] | null
}

/** The people of a project: its agency's admins and its members, by name. */
export const listPeople = async (
  db: Reader,
  scope: ProjectScope,
  publicUrl: string,
): Promise<ProjectUser[]> => {
  const { rows } = await sql<ProjectUserRow>`
    select u.id, trim(u.name || ' ' || u.last_name) as name, u.email, u.avatar_key, people.role,
      (select json_agg(json_build_object('name', s.name, 'value', s.value)) from member_settings s
        where s.project_id = ${scope.projectId} and s.user_id = u.id) as setting
    from (
      select a.user_id, 'agency-admin' as role from agency_admins a where a.agency_id = ${scope.agencyId}
      union all
      select m.user_id, m.role from project_members m where m.project_id = ${scope.projectId}
        and not exists (select 1 from agency_admins a where a.agency_id = ${scope.agencyId} and a.user_id = m.user_id)
    ) people join users u on u.id = people.user_id
    where not u.is_blocked
    order by name, u.id`.execute(db)
  return rows.map(({ avatar_key, setting, ...row }) => ({
    ...row,
    avatar_image_link: pictureUrl(publicUrl, avatar_key, 'small'),
    setting: setting ?? [],
  }))
}

/**
 * The people as the caller may see them. Clients learn neither who approves internally (docs/product/approvals.md "What clients see")
 * nor anyone else's email address and settings; the names of the people they work with are shown on posts.
 */
export const listVisiblePeople = async ({
  db,
  scope,
  person,
  services,
}: ScopedPoolCall): Promise<ProjectUser[]> => {
  const people = await listPeople(db, scope, services.config.publicUrl)
  if (can(scope, 'post.seeInternalApprovalRound')) return people
  return people
    .filter(one => one.role !== 'internal-approver')
    .map(one => (one.id === person.userId ? one : { ...one, email: '', setting: [] }))
}
