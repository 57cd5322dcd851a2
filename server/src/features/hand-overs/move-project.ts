import { sql } from 'kysely'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { disconnectAll } from '#server/features/archived-projects/disconnect-all.ts'
import { lockPostSocials } from '#server/features/projects/delete-project.ts'
import { isAskedAfter } from '#server/features/publishing/engine/holds.ts'
import { pauseTakenOver } from '#server/features/publishing/pauses.ts'
import type { ConnectorsOf } from '#server/features/social-accounts/connection/connectors.ts'
import { type AuditBy, audit } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { findSystemScope } from '#server/platform/session/scope.ts'
import { endFormerAccess, endInvitations, endMemberships, findFormer, type Hands } from './former-people.ts'
import { deleteInternal } from './internal-material.ts'
import type { Offer } from './offers.ts'

type Refusal = Failure<'offer_ended' | 'being_published' | 'project_archived'>

const beingSent = fail('being_published', {
  message: 'A post of this client is being published. Try again in a few minutes.',
})

const lockProject = (tx: Tx, projectId: number) =>
  tx
    .selectFrom('projects')
    .select(['agency_id', 'archived_at', 'deleted_at', 'name'])
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** After a restore people are asked which posts went out already, and only those who were there can tell. */
const isHeld = async (tx: Tx, { project_id, from_agency_id }: Offer): Promise<boolean> => {
  const { rows } =
    await sql`select 1 from publishing_holds h where h.released_at is null and not ${isAskedAfter}
    and (h.scope = 'installation' or h.agency_id = ${from_agency_id} or h.project_id = ${project_id}) limit 1`.execute(
      tx,
    )
  return rows.length > 0
}

/** Null: the project, which is locked, can be moved. */
const findObstacle = async (
  tx: Tx,
  offer: Offer,
  project: Awaited<ReturnType<typeof lockProject>>,
): Promise<Refusal | null> => {
  if (project.deleted_at !== null || project.agency_id !== offer.from_agency_id) return fail('offer_ended')
  if (project.archived_at !== null)
    return fail('project_archived', {
      message: 'This client is archived. Ask the agency that offers it to bring it back first.',
    })
  return (await isHeld(tx, offer))
    ? fail('being_published', {
        message:
          'Publishing of this client is held. Ask the agency that offers it to decide about that first.',
      })
    : null
}

/** Ends what everybody of the former agency has of the project, before it changes hands and after. */
const changeHands = async (call: AgencyCall, hands: Hands, by: AuditBy): Promise<void> => {
  const { tx, person } = call
  const { projectId, toAgencyId } = hands
  // Read again under the lock: nobody joins any more.
  const { members, admins } = await findFormer(tx, hands)
  const scope = await findSystemScope(tx, projectId)
  if (!scope) throw new Error(`project ${projectId} is gone while it is locked`)
  // First what is internal: nobody's leaving ends an internal round, which the new agency decides.
  await deleteInternal(call, projectId)
  await endMemberships(tx, scope, { by, members, admins })
  await tx
    .updateTable('projects')
    .set({ agency_id: toAgencyId, owner_id: person.userId })
    .where('id', '=', projectId)
    .execute()
  await endFormerAccess(tx, hands, [...members, ...admins])
}

const nameOf = async (tx: Tx, agencyId: number): Promise<string> =>
  (await tx.selectFrom('agencies').select('name').where('id', '=', agencyId).executeTakeFirstOrThrow()).name

/**
 * Makes the project the caller's agency's, in one transaction. Invitations are locked first, then the versions, the project and the accounts,
 * in the order in which people are removed, projects deleted and posts published; from the commit on nothing goes out until the new agency resumes.
 */
export const moveProject = async (
  call: AgencyCall,
  offer: Offer,
  connectors: ConnectorsOf,
): Promise<Refusal | null> => {
  const { tx, agency, person, services, now, address } = call
  const { project_id: projectId, from_agency_id: fromAgencyId } = offer
  const hands = { projectId, fromAgencyId, toAgencyId: agency.agencyId }
  // In the log of the former agency, which has no business with where the other one signs in from.
  const byFormer = { agencyId: fromAgencyId, projectId, actorId: person.userId, address: null, now }
  const byNew = { ...byFormer, agencyId: agency.agencyId, address }
  await endInvitations(tx, byFormer, (await findFormer(tx, hands)).members)
  await lockPostSocials(tx, projectId)
  const project = await lockProject(tx, projectId)
  const obstacle = await findObstacle(tx, offer, project)
  if (obstacle) return obstacle
  const accounts = await disconnectAll(call, connectors, byFormer)
  if (isFailure(accounts)) return beingSent
  await changeHands(call, hands, byFormer)
  const from = await nameOf(tx, fromAgencyId)
  const subject = project.name
  const handedOver = { to: agency.agencyName, accounts }
  await audit(tx, byFormer, { action: 'project.handed_over', subject, new: handedOver })
  await audit(tx, byNew, { action: 'project.taken_over', subject, new: { from } })
  const reason = `Taken over from ${from}: look at what is planned, then resume`
  await pauseTakenOver(tx, { projectId, agencyId: agency.agencyId }, { reason, subject, by: byNew, services })
  return null
}
