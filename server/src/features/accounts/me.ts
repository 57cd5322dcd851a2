import { sql } from 'kysely'
import type { Me } from '#domain/accounts/model.ts'
import { isAdmin as isAdminRole } from '#domain/permissions/can.ts'
import type { Role } from '#domain/permissions/table.ts'
import { PROJECTS_IN_ME } from '#domain/projects/own-projects.ts'
import type { Config } from '#server/config.ts'
import { cardFactsOf } from '#server/features/billing/payment-cards.ts'
import { listBillingNotices } from '#server/features/billing/standings.ts'
import { isOfferedTo } from '#server/features/hand-overs/offers.ts'
import {
  findArchivedProjects,
  isOwnArchived,
  listProjectsOfMe,
  withoutAgencyName,
} from '#server/features/projects/own-projects.ts'
import { listHeldAgencies } from '#server/features/publishing/held-posts.ts'
import { listOwnPauses } from '#server/features/publishing/own-pauses.ts'
import { isOpenTo } from '#server/features/team/own-invitations.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { pictureUrl } from '#server/platform/storage/storage.ts'

const roleWithoutProject = (person: Person, isAdmin: boolean): Role | null => {
  if (person.isSuperAdmin) return 'super-admin'
  return isAdmin ? 'agency-admin' : null
}

type OwnAgency = { id: number; name: string; logo_key: string | null }

/** Of the row `users`; null if there are none. */
const agenciesWithoutProject = sql<{ id: number; name: string }[] | null>`(
  select json_agg(json_build_object('id', a.id, 'name', a.name) order by a.id) from agencies a
  where a.id in (select agency_id from agency_admins where user_id = users.id
      union select agency_id from agency_members where user_id = users.id)
    and not exists (select from projects p where p.agency_id = a.id and p.deleted_at is null and p.archived_at is null
      and (exists (select from agency_admins m where m.agency_id = a.id and m.user_id = users.id)
        or exists (select from project_members m where m.project_id = p.id and m.user_id = users.id)))
)`

/** As many as there are projects in all; the page of archived clients lists more. */
const listArchivedOfMe = async (db: Reader, person: Person, publicUrl: string) =>
  (await findArchivedProjects(db, person, publicUrl, PROJECTS_IN_ME)).map(withoutAgencyName)

/**
 * The account, the agency that the person administers, and whether they belong to an agency or a project, even a deleted one: they came
 * to join that, not to create an agency. One statement, because every page begins with this call.
 */
const readAccount = async (
  db: Reader,
  person: Person,
  { now, publicUrl }: { readonly now: Date; readonly publicUrl: string },
) => {
  const { agencies_without_project, lands_on_board, has_archived, offered_projects, ...account } = await db
    .selectFrom('users')
    .modifyFront(prepared)
    .select(['id', 'name', 'last_name', 'email', 'phone_number', 'company', 'is_blocked'])
    .select(['avatar_key', 'is_confirmed', 'came_by_invitation'])
    .select(
      sql<OwnAgency | null>`(
      select json_build_object('id', a.id, 'name', a.name, 'logo_key', a.logo_key)
      from agency_admins m join agencies a on a.id = m.agency_id where m.user_id = users.id order by a.id limit 1
    )`.as('administered'),
    )
    .select(
      sql<boolean>`exists (select from project_members m where m.user_id = users.id)
      or exists (select from agency_members m where m.user_id = users.id)`.as('is_member'),
    )
    .select(
      sql<number>`(select count(*)::int from invitations i left join projects p on p.id = i.project_id
        where ${isOpenTo('users', now)})`.as('open_invitations'),
    )
    .select(
      sql<
        number | null
      >`nullif((select count(*)::int from project_hand_overs o join projects p on p.id = o.project_id
        where ${isOfferedTo('users', now)}), 0)`.as('offered_projects'),
    )
    .select(
      sql<boolean>`exists (select from unwanted_agencies n where n.email = users.email and users.is_confirmed)`.as(
        'has_unwanted',
      ),
    )
    .select(
      sql<true | null>`nullif(exists (select from board_preferences b
        where b.user_id = users.id and b.lands_on_board), false)`.as('lands_on_board'),
    )
    .select(sql<boolean>`exists (select from projects p where ${isOwnArchived(person)})`.as('has_archived'))
    .select(agenciesWithoutProject.as('agencies_without_project'))
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  return {
    ...account,
    ...(agencies_without_project && { agencies_without_project }),
    ...(offered_projects !== null && { offered_projects }),
    ...(lands_on_board && { lands_on_board }),
    ...(has_archived && { archived_projects: await listArchivedOfMe(db, person, publicUrl) }),
  }
}

const findAgency = (db: Reader, id: number): Promise<OwnAgency | undefined> =>
  db
    .selectFrom('agencies')
    .modifyFront(prepared)
    .select(['id', 'name', 'logo_key'])
    .where('id', '=', id)
    .executeTakeFirst()

const toOwnAgency = ({ id, name, logo_key }: OwnAgency, publicUrl: string) => ({
  id,
  name,
  logo_image_link: pictureUrl(publicUrl, logo_key, 'medium'),
})

/** What the operator has set. */
const installationFacts = (config: Config) => ({
  lead_time_minutes: config.LEAD_TIME_MINUTES,
  support_url: config.supportUrl,
  ...(config.STATUS_PAGE ? { has_status_page: true as const } : {}),
  ...(config.MEDIA_LIMITS === 'current' ? { media_limits: config.MEDIA_LIMITS } : {}),
})

/** The person with their projects; the role in the first project is their agency role (docs/product/accounts.md "User"). */
export const readMe = async (
  db: Reader,
  person: Person,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
): Promise<Me> => {
  const { publicUrl } = config
  const {
    avatar_key,
    is_confirmed,
    came_by_invitation,
    administered,
    is_member,
    open_invitations,
    has_unwanted,
    ...account
  } = await readAccount(db, person, { now: clock.now(), publicUrl })
  const isAdmin = administered !== null
  const { projects, project_count } = await listProjectsOfMe(db, person, publicUrl)
  const [first] = projects
  const agency = administered ?? (first && (await findAgency(db, first.agency_id)))
  const own = [
    ...projects.map(({ agency_id, role }) => ({ agencyId: agency_id, isAdmin: isAdminRole({ role }) })),
    ...(agency ? [{ agencyId: agency.id, isAdmin }] : []),
  ]
  const notices = await listBillingNotices(db, config, { agencies: own, now: clock.now() })
  const administeredIds = own.flatMap(one => (one.isAdmin ? [one.agencyId] : []))
  const held = await listHeldAgencies(db, administeredIds)
  return {
    ...account,
    is_email_confirmed: is_confirmed,
    avatar_image_link: pictureUrl(publicUrl, avatar_key, 'medium'),
    agency_role: first?.role ?? roleWithoutProject(person, isAdmin),
    ...installationFacts(config),
    can_create_agency: !came_by_invitation && !isAdmin && !is_member,
    ...(isAdmin ? {} : { may_found_agency: true as const }),
    ...(open_invitations > 0 || has_unwanted ? { open_invitations } : {}),
    can_create_project: isAdmin || (person.isSuperAdmin && agency !== undefined),
    ...(await cardFactsOf(db, config, person.userId, clock.now())),
    ...(notices.length > 0 ? { billing_notices: notices } : {}),
    ...(held.length > 0 ? { held_agencies: held } : {}),
    ...(await listOwnPauses(db, person, projects)),
    projects,
    project_count,
    agency: agency ? toOwnAgency(agency, publicUrl) : null,
  }
}
