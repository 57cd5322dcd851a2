import { sql } from 'kysely'
import type * as contract from '#domain/agencies/contract.ts'
import type { Agency, AgencyUser } from '#domain/agencies/model.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { InvitedPerson } from '#domain/team/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { publicUrlOf } from '#server/platform/storage/storage.ts'

const pictureUrl = (publicUrl: string, key: string | null): string | null =>
  key === null ? null : publicUrlOf(publicUrl, key, 'medium')

/** The agency as the wire tells it; null: there is none. */
export const readAgency = async (db: Reader, agencyId: number, publicUrl: string): Promise<Agency | null> => {
  const row = await db
    .selectFrom('agencies')
    .select(['id', 'name', 'logo_key'])
    .where('id', '=', agencyId)
    .executeTakeFirst()
  return row ? { id: row.id, name: row.name, logo_image_link: pictureUrl(publicUrl, row.logo_key) } : null
}

export const getOneAgency = async (
  _input: Input<typeof contract.getAgency>,
  { tx, agency, services }: AgencyCall,
): Promise<Answer<typeof contract.getAgency>> =>
  (await readAgency(tx, agency.agencyId, services.config.publicUrl)) ?? fail('not_found')

type AgencyUserRow = Omit<AgencyUser, 'avatar_image_link' | 'projects'> & {
  avatar_key: string | null
  projects: AgencyUser['projects'] | null
}

/** Everybody of the agency, by name. */
export const listUsersOfAgency = async (
  _input: Input<typeof contract.listAgencyUsers>,
  { tx, agency: { agencyId }, services }: AgencyCall,
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
    order by name, u.id`.execute(tx)
  return rows.map(({ avatar_key, projects, ...row }) => ({
    ...row,
    avatar_image_link: pictureUrl(services.config.publicUrl, avatar_key),
    projects: projects ?? [],
  }))
}

type InvitedRow = {
  id: number
  user_id: number | null
  name: string
  email: string
  avatar_key: string | null
  role: InvitedPerson['agency_role']
  status: InvitedPerson['status']
}

/** The latest invitation of each address to the agency itself; who has accepted one and was removed since is not in it. */
export const listInvitationsOfAgency = async (
  _input: Input<typeof contract.listAgencyInvitations>,
  { tx, agency: { agencyId }, services, now }: AgencyCall,
): Promise<Answer<typeof contract.listAgencyInvitations>> => {
  const { rows } = await sql<InvitedRow>`
    select distinct on (i.email) i.id, u.id as user_id, i.email, u.avatar_key, i.role,
      coalesce(trim(u.name || ' ' || u.last_name), i.name) as name,
      case when i.accepted_at is not null then 'accepted' when i.expires_at > ${now} then 'pending'
        else 'expired' end as status
    from invitations i left join users u on u.id = i.accepted_by
    where i.agency_id = ${agencyId} and i.project_id is null and i.revoked_at is null
      and (i.accepted_by is null
        or exists (select 1 from agency_admins a where a.agency_id = i.agency_id and a.user_id = i.accepted_by)
        or exists (select 1 from agency_members m where m.agency_id = i.agency_id and m.user_id = i.accepted_by))
    order by i.email, i.id desc`.execute(tx)
  return rows.map(row => ({
    user: {
      id: row.user_id,
      name: row.name,
      email: row.email,
      avatar_image_link: pictureUrl(services.config.publicUrl, row.avatar_key),
    },
    agency_role: row.role,
    status: row.status,
    invitation_id: row.status === 'accepted' ? null : row.id,
  }))
}
