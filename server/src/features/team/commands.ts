import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/team/contract.ts'
import { listPeople } from '#server/features/projects/queries.ts'
import { audit, byAgencyCall, byScoped } from '#server/platform/audit/audit.ts'
import type { AgencyCall, ScopedCall } from '#server/platform/http/route.ts'
import { addAgencyUser, type Destination, invite, sendAgain } from './inviting/commands.ts'
import { isAdminNoMore, listOpenInvitations } from './inviting/queries.ts'
import { findAgencyUser } from './queries.ts'

const projectPlace = ({ scope }: ScopedCall): Destination => ({
  agencyId: scope.agencyId,
  projectId: scope.projectId,
  name: scope.projectName,
})

/** The agency is held and its admins are asked anew: nobody comes back by an admin whom they made while they were being removed. */
export const inviteToAgency = async (
  { body }: Input<typeof contract.sendAgencyInvitation>,
  call: AgencyCall,
): Promise<Answer<typeof contract.sendAgencyInvitation>> => {
  const { tx, agency } = call
  const { agencyId, agencyName } = agency
  await tx.selectFrom('agencies').select('id').where('id', '=', agencyId).forShare().execute()
  if (await isAdminNoMore(call)) return fail('forbidden')
  const to = { agencyId, projectId: null, name: agencyName }
  return invite({ call, by: byAgencyCall(call), to }, body)
}

export const inviteToProject = ({ body }: Input<typeof contract.sendProjectInvitation>, call: ScopedCall) =>
  invite({ call, by: byScoped(call), to: projectPlace(call) }, body) satisfies Promise<
    Answer<typeof contract.sendProjectInvitation>
  >

/** Who is of the agency is chosen from a list: nobody is asked for an address again. */
export const addAgencyMember = async (
  { body }: Input<typeof contract.addProjectUser>,
  call: ScopedCall,
): Promise<Answer<typeof contract.addProjectUser>> => {
  const { tx, scope, services } = call
  const user = await findAgencyUser(tx, scope.agencyId, body.user_id)
  if (!user) return fail('validation_error', { errors: { user_id: ['Not a member of the agency'] } })
  const isAdded = await addAgencyUser({ call, by: byScoped(call), to: projectPlace(call) }, user, body.role)
  if (isFailure(isAdded)) return isAdded
  if (!isAdded) return fail('already_member', { values: { name: `${user.name} ${user.last_name}`.trim() } })
  const people = await listPeople(tx, scope, services.config.publicUrl)
  return people.find(({ id }) => id === user.id) ?? fail('not_found')
}

/** The invitation that the gate has found to be of this agency, held; null once it has ended. */
const holdOpen = async ({ tx, agency }: AgencyCall, invitationId: number) =>
  (await tx
    .selectFrom('invitations as i')
    .leftJoin('projects as p', 'p.id', 'i.project_id')
    .select(['i.id', 'i.project_id', 'i.name', 'i.email', 'i.role', 'p.name as project_name'])
    .where('i.id', '=', invitationId)
    .where('i.agency_id', '=', agency.agencyId)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .forUpdate('i')
    .executeTakeFirst()) ?? null

export const resendOneInvitation = async (
  { params }: Input<typeof contract.resendInvitation>,
  call: AgencyCall,
): Promise<Answer<typeof contract.resendInvitation>> => {
  const invitation = await holdOpen(call, params.invitationId)
  if (!invitation) return fail('invitation_ended')
  const { agencyId, agencyName } = call.agency
  const projectId = invitation.project_id
  const to = { agencyId, projectId, name: invitation.project_name ?? agencyName }
  const refusal = await sendAgain({ call, by: { ...byAgencyCall(call), projectId }, to }, invitation)
  if (refusal) return refusal
  const [sent] = await listOpenInvitations(call.tx, { id: invitation.id }, call.now)
  return sent ?? fail('invitation_ended')
}

export const revokeOneInvitation = async (
  { params }: Input<typeof contract.revokeInvitation>,
  call: AgencyCall,
): Promise<Answer<typeof contract.revokeInvitation>> => {
  const { tx, now } = call
  const invitation = await holdOpen(call, params.invitationId)
  if (!invitation) return fail('invitation_ended')
  await tx.updateTable('invitations').set({ revoked_at: now }).where('id', '=', invitation.id).execute()
  const by = { ...byAgencyCall(call), projectId: invitation.project_id }
  const { email, role } = invitation
  await audit(tx, by, { action: 'invitation.revoked', subject: email, old: { role } })
  return {}
}
