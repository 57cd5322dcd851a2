import { type RawBuilder, sql } from 'kysely'
import type { Setting } from '#domain/permissions/settings.ts'
import type { FoundProject, OwnProject } from '#domain/projects/model.ts'
import { PROJECTS_IN_ME } from '#domain/projects/own-projects.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { type Person, roleIn } from '#server/platform/session/scope.ts'
import { pictureUrl } from '#server/platform/storage/storage.ts'

type FoundRow = Omit<FoundProject, 'logo_image_link' | 'setting' | 'archived_at'> & {
  logo_key: string | null
  archived_at: Date | null
  setting: Setting[] | null
}

const memberSettings = (userId: number): RawBuilder<Setting[] | null> =>
  sql`(select json_agg(json_build_object('name', s.name, 'value', s.value)) from member_settings s
       where s.project_id = p.id and s.user_id = ${userId})`

/** Whether the person has a role in project `p`; the installation's super-admin has one in every project. */
const isInProject = ({ userId, isSuperAdmin }: Person): RawBuilder<boolean> =>
  sql`p.deleted_at is null and (${isSuperAdmin}
    or p.agency_id in (select agency_id from agency_admins where user_id = ${userId})
    or p.id in (select project_id from project_members where user_id = ${userId}))`

/** The same for the projects that the agency works for: what is archived is in none of the lists over all projects. */
export const isOwn = (person: Person): RawBuilder<boolean> =>
  sql`p.archived_at is null and ${isInProject(person)}`

/** The opposite: whether project `p` is archived, and the person has a role in it. */
export const isOwnArchived = (person: Person): RawBuilder<boolean> =>
  sql`p.archived_at is not null and ${isInProject(person)}`

type Part = {
  /** What else must be true of project `p` and its agency `a`. */
  readonly where?: RawBuilder<unknown>
  readonly newestFirst?: boolean
  readonly limit: number
  /** The statement is always the same: its plan is kept. */
  readonly isPrepared?: boolean
}

type Rows = Pick<Part, 'limit' | 'isPrepared'> & {
  readonly which: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

/** The rows of projects `p`, in this order. Roles and settings are looked up only for the projects within the limit. */
const readProjects = async (
  db: Reader,
  person: Person,
  publicUrl: string,
  { which, order, limit, isPrepared = false }: Rows,
) => {
  const { rows } = await sql<FoundRow>`
    ${isPrepared ? prepared : sql``} select p.id, p.name, p.agency_id, p.agency_name, p.logo_key, p.timezone, p.archived_at,
      ${roleIn('p', person)} as role, ${memberSettings(person.userId)} as setting
    from (
      select p.id, p.name, p.agency_id, a.name as agency_name, p.logo_key, p.timezone, p.archived_at
      from projects p join agencies a on a.id = p.agency_id
      where ${which} order by ${order} limit ${limit}
    ) p`.execute(db)
  return rows.map(({ logo_key, setting, ...row }) => ({
    ...row,
    logo_image_link: pictureUrl(publicUrl, logo_key, 'small'),
    setting: setting ?? [],
  }))
}

/** Some of the person's projects, with the names of their agencies, oldest first. */
export const findOwnProjects = async (
  db: Reader,
  person: Person,
  publicUrl: string,
  { where = sql`true`, newestFirst = false, limit, isPrepared = false }: Part,
): Promise<FoundProject[]> => {
  const which = sql`${isOwn(person)} and ${where}`
  const order = newestFirst ? sql`p.id desc` : sql`p.id asc`
  const found = await readProjects(db, person, publicUrl, { which, order, limit, isPrepared })
  return found
    .map(({ archived_at: _none, ...project }) => project)
    .toSorted((one, other) => one.id - other.id)
}

/** The archived projects that the person is in, the latest first. */
export const findArchivedProjects = async (
  db: Reader,
  person: Person,
  publicUrl: string,
  limit: number,
): Promise<(FoundProject & { readonly archived_at: string })[]> => {
  const order = sql`p.archived_at desc, p.id desc`
  const found = await readProjects(db, person, publicUrl, { which: isOwnArchived(person), order, limit })
  return found
    .toSorted((one, other) => Number(other.archived_at) - Number(one.archived_at) || other.id - one.id)
    .map(project => ({ ...project, archived_at: (project.archived_at ?? new Date(0)).toISOString() }))
}

export const withoutAgencyName = ({ agency_name, ...project }: FoundProject): OwnProject => project

/** The project as its person sees it. */
export const findOwnProject = async (
  { tx, person, services }: SignedInCall,
  id: number,
): Promise<OwnProject | undefined> => {
  const where = sql`p.id = ${id}`
  const [found] = await findOwnProjects(tx, person, services.config.publicUrl, { where, limit: 1 })
  return found && withoutAgencyName(found)
}

/**
 * The projects that `me` carries, oldest first, and how many there are in all. With too many it is the first, where the person begins
 * and whose role is theirs in the agency, and the newest (decision 42).
 */
export const listProjectsOfMe = async (
  db: Reader,
  person: Person,
  publicUrl: string,
): Promise<{ projects: OwnProject[]; project_count: number }> => {
  const newest = { newestFirst: true, limit: PROJECTS_IN_ME + 1, isPrepared: true }
  const found = await findOwnProjects(db, person, publicUrl, newest)
  if (found.length <= PROJECTS_IN_ME)
    return { projects: found.map(withoutAgencyName), project_count: found.length }
  const first = await findOwnProjects(db, person, publicUrl, { limit: 1 })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from projects p where ${isOwn(person)}`.execute(db)
  const kept = [...first, ...found.slice(found.length - PROJECTS_IN_ME + first.length)]
  return { projects: kept.map(withoutAgencyName), project_count: rows[0]?.count ?? kept.length }
}
