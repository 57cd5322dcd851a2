import type { getMe } from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { Role } from '#domain/permissions/table.ts'
import { listOwnProjects } from '#server/features/projects/queries.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import type { Person } from '#server/platform/session/scope.ts'

const roleWithoutProject = (person: Person, isAdmin: boolean): Role | null => {
  if (person.isSuperAdmin) return 'super-admin'
  return isAdmin ? 'agency-admin' : null
}

/** The signed-in person with their projects; the first project's role is their agency role (document 1 section 3). */
export const getOwnAccount = async (
  _input: Input<typeof getMe>,
  { tx, person, services }: SignedInCall,
): Promise<Answer<typeof getMe>> => {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'name', 'last_name', 'email', 'phone_number', 'company', 'is_blocked', 'avatar_key'])
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  const projects = await listOwnProjects(tx, person, services.config.publicUrl)
  const administered = await tx
    .selectFrom('agency_admins')
    .innerJoin('agencies', 'agencies.id', 'agency_admins.agency_id')
    .select(['agencies.id', 'agencies.name'])
    .where('agency_admins.user_id', '=', person.userId)
    .orderBy('agencies.id')
    .executeTakeFirst()
  const agencyId = administered?.id ?? projects[0]?.agency_id
  const agency =
    administered ??
    (agencyId === undefined
      ? undefined
      : await tx.selectFrom('agencies').select(['id', 'name']).where('id', '=', agencyId).executeTakeFirst())
  const { avatar_key: _avatar, ...account } = user
  return {
    ...account,
    avatar_image_link: null,
    agency_role: projects[0]?.role ?? roleWithoutProject(person, administered !== undefined),
    lead_time_minutes: services.config.LEAD_TIME_MINUTES,
    can_create_agency: false,
    can_create_project: false,
    projects,
    agency: agency ? { ...agency, logo_image_link: null } : null,
  }
}
