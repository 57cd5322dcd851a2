import { sql } from 'kysely'
import type * as contract from '#domain/agencies/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { InvitedPerson } from '#domain/team/model.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { pictureUrl } from '#server/platform/storage/storage.ts'

type InvitedRow = {
  id: number
  user_id: number | null
  name: string
  email: string
  avatar_key: string | null
  role: InvitedPerson['agency_role']
  status: InvitedPerson['status']
}

/** The latest invitation of each address to the agency itself, without people who accepted one and were removed since. */
export const listAgencyInvitations = async (
  _input: Input<typeof contract.listAgencyInvitations>,
  { db, agency: { agencyId }, services, now }: AgencyPoolCall,
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
    order by i.email, i.id desc`.execute(db)
  return rows.map(row => ({
    user: {
      id: row.user_id,
      name: row.name,
      email: row.email,
      avatar_image_link: pictureUrl(services.config.publicUrl, row.avatar_key, 'medium'),
    },
    agency_role: row.role,
    status: row.status,
    invitation_id: row.status === 'accepted' ? null : row.id,
  }))
}
