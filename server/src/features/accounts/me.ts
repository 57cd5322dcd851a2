import type { Me } from '#domain/accounts/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { Config } from '#server/config.ts'
import { cardFactsOf } from '#server/features/billing/payment-cards.ts'
import { listProjectsOfMe } from '#server/features/projects/own-projects.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { pictureUrl } from '#server/platform/storage/storage.ts'

const roleWithoutProject = (person: Person, isAdmin: boolean): Role | null => {
  if (person.isSuperAdmin) return 'super-admin'
  return isAdmin ? 'agency-admin' : null
}

type Account = { came_by_invitation: boolean; avatar_key: string | null; is_confirmed: boolean }

/** Whether the person belongs to an agency or a project, even a deleted one: they came to join that, not to create an agency. */
const isMember = async (db: Reader, userId: number): Promise<boolean> => {
  const membership = (table: 'agency_members' | 'project_members') =>
    db.selectFrom(table).select('user_id').where('user_id', '=', userId).limit(1).executeTakeFirst()
  return !!((await membership('project_members')) ?? (await membership('agency_members')))
}

/** The agency that the person administers, or the agency of their first project. */
const findOwnAgency = async (db: Reader, userId: number, firstAgencyId: number | undefined) => {
  const columns = ['agencies.id', 'agencies.name', 'agencies.logo_key'] as const
  const administered = await db
    .selectFrom('agency_admins')
    .innerJoin('agencies', 'agencies.id', 'agency_admins.agency_id')
    .select(columns)
    .where('agency_admins.user_id', '=', userId)
    .orderBy('agencies.id')
    .executeTakeFirst()
  if (administered || firstAgencyId === undefined) return { agency: administered, isAdmin: !!administered }
  const agency = await db
    .selectFrom('agencies')
    .select(columns)
    .where('id', '=', firstAgencyId)
    .executeTakeFirst()
  return { agency, isAdmin: false }
}

/** The person with their projects; the role in the first project is their agency role (docs/product/accounts.md "User"). */
export const readMe = async (db: Reader, person: Person, config: Config): Promise<Me> => {
  const { publicUrl } = config
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'last_name', 'email', 'phone_number', 'company', 'is_blocked'])
    .select(['avatar_key', 'is_confirmed', 'came_by_invitation'])
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  const { projects, project_count } = await listProjectsOfMe(db, person, publicUrl)
  const { agency, isAdmin } = await findOwnAgency(db, person.userId, projects[0]?.agency_id)
  const { avatar_key, is_confirmed, came_by_invitation, ...account } = user satisfies Account
  return {
    ...account,
    is_email_confirmed: is_confirmed,
    avatar_image_link: pictureUrl(publicUrl, avatar_key, 'medium'),
    agency_role: projects[0]?.role ?? roleWithoutProject(person, isAdmin),
    lead_time_minutes: config.LEAD_TIME_MINUTES,
    support_url: config.supportUrl,
    can_create_agency: !came_by_invitation && !isAdmin && !(await isMember(db, person.userId)),
    can_create_project: isAdmin || (person.isSuperAdmin && agency !== undefined),
    ...(await cardFactsOf(db, config, person.userId)),
    projects,
    project_count,
    agency: agency
      ? {
          id: agency.id,
          name: agency.name,
          logo_image_link: pictureUrl(publicUrl, agency.logo_key, 'medium'),
        }
      : null,
  }
}
