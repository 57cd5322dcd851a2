import { type RawBuilder, sql } from 'kysely'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { can } from '#domain/permissions/can.ts'
import type * as contract from '#domain/projects/contract.ts'
import type { OwnProject, ProjectUser, Setting } from '#domain/projects/model.ts'
import { listProjectSocials } from '#server/features/social-accounts/queries.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import type { Person, ProjectScope } from '#server/platform/session/scope.ts'
import { publicUrlOf } from '#server/platform/storage/storage.ts'

/** A logo or an avatar of the storage as an address, or null. */
const pictureUrl = (publicUrl: string, key: string | null): string | null =>
  key === null ? null : publicUrlOf(publicUrl, key, 'small')

type OwnProjectRow = Omit<OwnProject, 'logo_image_link' | 'setting'> & {
  logo_key: string | null
  setting: Setting[] | null
}

const memberSettings = (userId: number): RawBuilder<Setting[] | null> =>
  sql`(select json_agg(json_build_object('name', s.name, 'value', s.value)) from member_settings s
       where s.project_id = p.id and s.user_id = ${userId})`

/** Every project the person holds a role in, oldest first; all projects for the installation's super-admin. */
export const listOwnProjects = async (
  db: Reader,
  person: Person,
  publicUrl: string,
): Promise<OwnProject[]> => {
  const { rows } = await sql<OwnProjectRow>`
    select * from (
      select p.id, p.name, p.agency_id, p.logo_key, p.timezone, ${memberSettings(person.userId)} as setting,
        case
          when ${person.isSuperAdmin} then 'super-admin'
          when exists (select 1 from agency_admins a where a.agency_id = p.agency_id and a.user_id = ${person.userId})
            then 'agency-admin'
          else (select m.role from project_members m where m.project_id = p.id and m.user_id = ${person.userId})
        end as role
      from projects p where p.deleted_at is null and (${person.isSuperAdmin}
        or p.agency_id in (select agency_id from agency_admins where user_id = ${person.userId})
        or p.id in (select project_id from project_members where user_id = ${person.userId}))
    ) own where role is not null order by id`.execute(db)
  return rows.map(({ logo_key, setting, ...row }) => ({
    ...row,
    logo_image_link: pictureUrl(publicUrl, logo_key),
    setting: setting ?? [],
  }))
}

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
    avatar_image_link: pictureUrl(publicUrl, avatar_key),
    setting: setting ?? [],
  }))
}

/**
 * The people as the caller may see them. A client does not learn who approves internally (document 2 section 6,
 * "seeInternalApprovalRound"), nor anybody's address and settings but their own; the names of those they work with they see on posts.
 */
const listVisiblePeople = async ({ tx, scope, person, services }: ScopedCall): Promise<ProjectUser[]> => {
  const people = await listPeople(tx, scope, services.config.publicUrl)
  if (can(scope, 'post.seeInternalApprovalRound')) return people
  return people
    .filter(one => one.role !== 'internal-approver')
    .map(one => (one.id === person.userId ? one : { ...one, email: '', setting: [] }))
}

export const listUsersOfProject = (
  _input: Input<typeof contract.listProjectUsers>,
  call: ScopedCall,
): Promise<Answer<typeof contract.listProjectUsers>> => listVisiblePeople(call)

export const listSettingsOfProject = async (
  _input: Input<typeof contract.listProjectSettings>,
  { scope }: ScopedCall,
): Promise<Answer<typeof contract.listProjectSettings>> => [...scope.settings]

export const getProjectDetails = async (
  _input: Input<typeof contract.getProject>,
  call: ScopedCall,
): Promise<Answer<typeof contract.getProject>> => {
  const { tx, scope, person, services } = call
  const { publicUrl } = services.config
  const row = await tx
    .selectFrom('projects')
    .select(['id', 'name', 'agency_id', 'owner_id', 'logo_key', 'timezone'])
    .where('id', '=', scope.projectId)
    .executeTakeFirstOrThrow()
  const projectUsers = await listVisiblePeople(call)
  const { logo_key, ...project } = row
  return {
    ...project,
    logo_image_link: pictureUrl(publicUrl, logo_key),
    role: scope.role ?? 'external-approver',
    setting: projectUsers.find(user => user.id === person.userId)?.setting ?? [],
    socials: await listProjectSocials(tx, scope),
    projectUsers,
    settings: [...scope.settings],
  }
}
