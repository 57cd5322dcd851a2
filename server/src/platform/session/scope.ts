import { type RawBuilder, sql } from 'kysely'
import type { AgencyScopeKind, ProjectScopeKind } from '#domain/kernel/endpoint.ts'
import type { Actor } from '#domain/permissions/can.ts'
import type { Setting } from '#domain/permissions/settings.ts'
import { isSettingOn } from '#domain/permissions/settings.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { Config } from '#server/config.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Reader } from '#server/platform/db/database.ts'

declare const madeByTheGate: unique symbol

/** Who is signed in. */
export type Person = {
  readonly userId: number
  readonly sessionId: number
  readonly name: string
  readonly isSuperAdmin: boolean
  /** Set for the holder of a personal approval link: what they decide is recorded as decided by link. */
  readonly byLink?: LinkUse
}

/** How a call was let in that came by a personal approval link. */
export type LinkUse = {
  readonly linkId: number
  readonly projectId: number
  readonly isDeviceKnown: boolean
  /** The person who has seen the link, because they copied it; null: a mail carries it. */
  readonly copiedBy: number | null
}

/**
 * One project with one person's permissions in it. Only this module creates it, so code that takes a scope cannot forget the tenant.
 * `role` is null for the product itself (jobs).
 */
export type ProjectScope = Actor & {
  readonly [madeByTheGate]: true
  readonly projectId: number
  readonly agencyId: number
  readonly projectName: string
  readonly timezone: string
  readonly role: Role | null
  readonly isContentManager: boolean
  readonly maySkipApproval: boolean
  readonly settings: readonly Setting[]
  /** Nothing of it is changed, and nothing goes out (docs/product/archived-projects.md "What it does"). */
  readonly isArchived: boolean
}

/** One agency with one person's permissions in it. Only this module creates it. */
export type AgencyScope = Actor & {
  readonly [madeByTheGate]: true
  readonly agencyId: number
  readonly agencyName: string
  readonly role: Role
}

export type ScopeRow = {
  project_id: number
  agency_id: number
  project_name: string
  timezone: string
  role: Role | null
  settings: Setting[] | null
  member_settings: Setting[] | null
  is_archived: boolean
}

/** Makes a scope of a row of `selectScope`: only for this folder, which reads the row for a person that it has found. */
export const toScope = (row: ScopeRow): ProjectScope => {
  const settings = row.settings ?? []
  const own = row.member_settings ?? []
  return {
    projectId: row.project_id,
    agencyId: row.agency_id,
    projectName: row.project_name,
    timezone: row.timezone,
    role: row.role,
    isContentManager: isSettingOn(own, 'content-manager'),
    maySkipApproval:
      isSettingOn(own, 'skip-approval-and-schedule') || isSettingOn(settings, 'skip-approval-and-schedule'),
    settings,
    isArchived: row.is_archived,
  } satisfies Omit<ProjectScope, typeof madeByTheGate> as unknown as ProjectScope
}

/** A person in a statement: values, or the columns of the statement's own person. */
type PersonInSql = {
  readonly userId: number | RawBuilder<number>
  readonly isSuperAdmin: boolean | RawBuilder<boolean>
}

/** A person's role in a project, or null. `project`: the alias under which the statement has `projects`. */
export const roleIn = (
  project: string,
  { userId, isSuperAdmin }: PersonInSql,
): RawBuilder<Role | null> => sql<Role | null>`case
    when ${isSuperAdmin} then 'super-admin'
    when exists (select 1 from agency_admins a where a.agency_id = ${sql.ref(`${project}.agency_id`)} and a.user_id = ${userId})
      then 'agency-admin'
    else (select m.role from project_members m where m.project_id = ${sql.ref(`${project}.id`)} and m.user_id = ${userId})
  end`

/** One `ScopeRow` at most: the project and what the person may do there. `role` is null if it is not theirs. */
export const selectScope = (
  projectId: number | RawBuilder<number | null>,
  person: PersonInSql,
) => sql<ScopeRow>`
  select p.id as project_id, p.agency_id, p.name as project_name, p.timezone, p.archived_at is not null as is_archived,
    ${roleIn('p', person)} as role,
    (select json_agg(json_build_object('name', s.name, 'value', s.value)) from project_settings s
      where s.project_id = p.id) as settings,
    (select json_agg(json_build_object('name', s.name, 'value', s.value)) from member_settings s
      where s.project_id = p.id and s.user_id = ${person.userId}) as member_settings
  from projects p
  where p.id = ${projectId} and p.deleted_at is null`

/** The project's scope for this person. Null when it does not exist, is deleted, or is not theirs: a stranger cannot tell which. */
export const findProjectScope = async (
  db: Reader,
  projectId: number,
  person: Person,
): Promise<ProjectScope | null> => {
  const { rows } = await selectScope(sql`${projectId}::bigint`, person).execute(db)
  const [row] = rows
  return row?.role ? toScope(row) : null
}

/** The same for the project of any rows. */
export const findScopeOf = async (
  db: Reader,
  sources: ScopeSources,
  subject: Subject,
  person: Person,
): Promise<ProjectScope | null> => {
  const { rows } = await selectScope(projectOf(sources, subject), person).execute(db)
  const [row] = rows
  return row?.role ? toScope(row) : null
}

/** The project's scope for jobs. It has no role, so `can()` grants nothing. */
export const findSystemScope = async (db: Reader, projectId: number): Promise<ProjectScope | null> => {
  const { rows } = await selectScope(projectId, { userId: 0, isSuperAdmin: false }).execute(db)
  const [row] = rows
  return row ? toScope({ ...row, role: null }) : null
}

/** A statement that gives the project of each of these rows that is there: `id` and `project_id`. */
type ProjectsOf = (ids: readonly number[]) => RawBuilder<{ id: number; project_id: number }>

/** Who holds a personal approval link, and the one project that it opens. */
export type HeldLink = {
  readonly person: Person & { readonly byLink: LinkUse }
  readonly scope: ProjectScope
}

/** What the gate asks features for, since the tables are theirs: where the rows belong that an id in a request can name. */
export type ScopeSources = {
  readonly projectsOf: Readonly<Record<Exclude<ProjectScopeKind, 'project'>, ProjectsOf>>
  readonly agencyOf: Readonly<
    Record<Exclude<AgencyScopeKind, 'agency'>, (db: Reader, id: number) => Promise<number | null>>
  >
  readonly findHeldLink: (
    services: { readonly db: Db; readonly config: Config; readonly clock: Clock },
    token: string,
    cookies: string | null,
  ) => Promise<HeldLink | null>
}

/** What a call is about: rows of one kind, all of them in one project. */
export type Subject = { readonly kind: ProjectScopeKind; readonly ids: readonly number[] }

/** The id of the project that all these rows belong to. Null when one is missing or they belong to several. */
export const projectOf = (
  { projectsOf }: ScopeSources,
  { kind, ids }: Subject,
): RawBuilder<number | null> => {
  const wanted = [...new Set(ids)]
  if (kind === 'project') return sql`${wanted.length === 1 ? wanted[0] : null}::bigint`
  return sql`(select case when count(*) = ${wanted.length} and min(x.project_id) = max(x.project_id) then min(x.project_id) end
    from (${projectsOf[kind](wanted)}) x)`
}

type AgencyRow = { agency_id: number; agency_name: string; role: Role | null }

/** The agency's scope for this person. Null when it does not exist or is not theirs: a stranger cannot tell which. */
export const findAgencyScope = async (
  db: Reader,
  agencyId: number,
  { userId, isSuperAdmin }: Person,
): Promise<AgencyScope | null> => {
  const { rows } = await sql<AgencyRow>`
    select a.id as agency_id, a.name as agency_name,
      case
        when ${isSuperAdmin} then 'super-admin'
        when exists (select 1 from agency_admins x where x.agency_id = a.id and x.user_id = ${userId}) then 'agency-admin'
        else coalesce(
          (select m.role from agency_members m where m.agency_id = a.id and m.user_id = ${userId}),
          (select m.role from project_members m join projects p on p.id = m.project_id
            where p.agency_id = a.id and p.deleted_at is null and m.user_id = ${userId} order by p.id limit 1))
      end as role
    from agencies a where a.id = ${agencyId}`.execute(db)
  const [row] = rows
  if (!row?.role) return null
  const scope = { agencyId: row.agency_id, agencyName: row.agency_name, role: row.role }
  return scope satisfies Omit<AgencyScope, typeof madeByTheGate> as unknown as AgencyScope
}

/** The agency that an id belongs to, or null. */
export const findAgencyOf = async (
  db: Reader,
  { agencyOf }: ScopeSources,
  kind: AgencyScopeKind,
  id: number,
): Promise<number | null> => (kind === 'agency' ? id : agencyOf[kind](db, id))

/** The default agency: one that the person administers, otherwise that of their first project. */
export const findOwnAgencyId = async (
  db: Reader,
  { userId, isSuperAdmin }: Person,
): Promise<number | null> => {
  const { rows } = await sql<{ agency_id: number }>`
    select agency_id from (
      select 1 as rank, agency_id, agency_id as place from agency_admins where user_id = ${userId}
      union all
      select 2, p.agency_id, p.id from projects p where p.deleted_at is null and (${isSuperAdmin}
        or exists (select 1 from project_members m where m.project_id = p.id and m.user_id = ${userId}))
      union all
      select 3, agency_id, agency_id from agency_members where user_id = ${userId}
    ) own order by rank, place limit 1`.execute(db)
  return rows[0]?.agency_id ?? null
}
