import { sql } from 'kysely'
import type { AuditAction } from '#domain/kernel/audit.ts'
import { type EventType, eventTypes } from '#domain/kernel/live-events.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { emitAll } from '#server/platform/events/emit.ts'
import { notifyAccessChanged } from '#server/platform/session/end-sessions.ts'

/** Where a change was made and by whom. `projectId` null: in the agency itself. */
type Place = {
  readonly agencyId: number
  readonly projectId: number | null
  readonly actorId: number | null
}

/** The live event with the same name as the audit action, if there is one. Social accounts emit their own, with more detail. */
const eventTypeFor = (action: AuditAction): EventType | undefined =>
  action.startsWith('social_account.') ? undefined : eventTypes.find(type => type === action)

const projectsOf = async (tx: Tx, { agencyId, projectId }: Place): Promise<number[]> => {
  if (projectId !== null) return [projectId]
  const rows = await tx
    .selectFrom('projects')
    .select('id')
    .where('agency_id', '=', agencyId)
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

type ReachedPeople = (place: Place) => ReturnType<typeof sql<{ user_id: number }>>

const admins = (agencyId: number) =>
  sql`select user_id from agency_admins where agency_id = ${agencyId}
      union select id from users where is_super_admin`

const peopleOfProject: ReachedPeople = ({ agencyId, projectId }) =>
  sql`${admins(agencyId)} union select user_id from project_members where project_id = ${projectId}`

const peopleOfAgency: ReachedPeople = ({ agencyId }) =>
  sql`${admins(agencyId)} union select user_id from agency_members where agency_id = ${agencyId}
      union select m.user_id from project_members m join projects p on p.id = m.project_id
      where p.agency_id = ${agencyId} and p.deleted_at is null`

const peopleOfPlace: ReachedPeople = place =>
  place.projectId === null ? peopleOfAgency(place) : peopleOfProject(place)

/** Whose `me` (the project rail, the agency's name) a change affects. Changes to one person are announced where they are made. */
const peopleReachedBy: Partial<Record<AuditAction, ReachedPeople>> = {
  'agency.changed': peopleOfAgency,
  'project.created': ({ agencyId }) => sql`${admins(agencyId)}`,
  'project.changed': peopleOfProject,
  'project.setting_changed': peopleOfProject,
  'project.archived': peopleOfProject,
  'project.brought_back': peopleOfProject,
  'publishing.paused': peopleOfPlace,
  'publishing.resumed': peopleOfPlace,
}

/** Announces an audited change to other people's open pages. Without a project it goes to all projects of the agency. */
export const announceChange = async (tx: Tx, place: Place, action: AuditAction): Promise<void> => {
  const type = eventTypeFor(action)
  if (type) {
    const projects = await projectsOf(tx, place)
    await emitAll(
      tx,
      projects.map(projectId => ({ type, projectId, actorId: place.actorId })),
    )
  }
  const people = await peopleReachedBy[action]?.(place).execute(tx)
  if (people)
    await notifyAccessChanged(
      tx,
      people.rows.map(row => row.user_id),
    )
}
