import { sql } from 'kysely'
import type * as contract from '#domain/agencies/contract.ts'
import type { AgencyUser } from '#domain/agencies/model.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { pictureUrl } from '#server/platform/storage/storage.ts'

type AgencyUserRow = Omit<AgencyUser, 'avatar_image_link' | 'projects'> & {
  avatar_key: string | null
  projects: AgencyUser['projects'] | null
}

/** All people of the agency, by name. */
export const listAgencyUsers = async (
  _input: Input<typeof contract.listAgencyUsers>,
  { db, agency: { agencyId }, services }: AgencyPoolCall,
): Promise<Answer<typeof contract.listAgencyUsers>> => {
  const { rows } = await sql<AgencyUserRow>`
    with in_projects as (
      select m.user_id, min(p.id) as first_id,
        json_agg(json_build_object('id', p.id, 'name', p.name, 'role', m.role) order by p.id) as projects
      from project_members m join projects p on p.id = m.project_id
      where p.agency_id = ${agencyId} and p.deleted_at is null group by m.user_id)
    select u.id, trim(u.name || ' ' || u.last_name) as name, u.email, u.avatar_key, u.is_blocked,
      case when a.user_id is not null then 'agency-admin'
        else coalesce(m.role, (select f.role from project_members f where f.project_id = i.first_id and f.user_id = u.id))
      end as agency_role,
      case when a.user_id is null then i.projects end as projects
    from users u
      left join agency_admins a on a.user_id = u.id and a.agency_id = ${agencyId}
      left join agency_members m on m.user_id = u.id and m.agency_id = ${agencyId}
      left join in_projects i on i.user_id = u.id
    where a.user_id is not null or m.user_id is not null or i.user_id is not null
    order by name, u.id`.execute(db)
  return rows.map(({ avatar_key, projects, ...row }) => ({
    ...row,
    avatar_image_link: pictureUrl(services.config.publicUrl, avatar_key, 'medium'),
    projects: projects ?? [],
  }))
}
