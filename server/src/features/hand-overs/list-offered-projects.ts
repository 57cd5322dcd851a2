import { sql } from 'kysely'
import type * as contract from '#domain/agencies/hand-over-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { readParts } from './goes.ts'
import { isOfferedTo } from './offers.ts'

type Found = {
  id: number
  project_id: number
  project_name: string
  agency_name: string
  offered_by: string
  expires_at: Date
  agencies: { id: number; name: string }[]
}

/** More than anybody is offered at a time. */
const OFFERS_MAX = 50

export const listOfferedProjects = async (
  _input: Input<typeof contract.listOfferedProjects>,
  { db, person, now }: SignedInPoolCall,
): Promise<Answer<typeof contract.listOfferedProjects>> => {
  const { rows } = await sql<Found>`
    select o.id, o.project_id, o.project_name, f.name as agency_name, trim(by.name || ' ' || by.last_name) as offered_by, o.expires_at,
      (select json_agg(json_build_object('id', a.id, 'name', a.name) order by a.id) from agencies a
        join agency_admins m on m.agency_id = a.id where m.user_id = u.id and a.id <> o.from_agency_id) as agencies
    from users u join project_hand_overs o on o.email = u.email join projects p on p.id = o.project_id
    join agencies f on f.id = o.from_agency_id join users by on by.id = o.offered_by
    where u.id = ${person.userId} and ${isOfferedTo('u', now)}
    order by o.id desc limit ${OFFERS_MAX}`.execute(db)
  const projects = []
  for (const { project_id, expires_at, ...offer } of rows) {
    const { goes } = await readParts(db, project_id)
    projects.push({ ...offer, expires_at: expires_at.toISOString(), goes })
  }
  return { projects }
}
