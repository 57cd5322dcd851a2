import { type RawBuilder, sql } from 'kysely'
import type { Setting } from '#domain/permissions/settings.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { pictureUrl } from '#server/platform/storage/storage.ts'

export const findOwnProject = async (
  { tx, person, services }: SignedInCall,
  id: number,
): Promise<OwnProject | undefined> =>
  (await listOwnProjects(tx, person, services.config.publicUrl)).find(project => project.id === id)

type OwnProjectRow = Omit<OwnProject, 'logo_image_link' | 'setting'> & {
  logo_key: string | null
  setting: Setting[] | null
}

const memberSettings = (userId: number): RawBuilder<Setting[] | null> =>
  sql`(select json_agg(json_build_object('name', s.name, 'value', s.value)) from member_settings s
       where s.project_id = p.id and s.user_id = ${userId})`

/** Every project in which the person has a role, oldest first; all projects for the installation's super-admin. */
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
    logo_image_link: pictureUrl(publicUrl, logo_key, 'small'),
    setting: setting ?? [],
  }))
}
