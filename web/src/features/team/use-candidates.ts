import type { AgencyUser } from '#domain/agencies/model.ts'
import type { InvitedPerson, MemberRole } from '#domain/team/model.ts'
import { useGetProject } from '#web/features/projects/api.ts'
import { useOwnProject } from '#web/platform/me.ts'
import {
  useAddProjectUser,
  useListAgencyInvitations,
  useListAgencyUsers,
  useListProjectInvitations,
  useSendProjectInvitation,
} from './api.ts'
import { isInvited, memberCandidates } from './member-choice.tsx'

/** Somebody invited to the agency has no account yet: they stand in the list under the negative id of their invitation. */
const toCandidate = ({ user, agency_role }: InvitedPerson, invitationId: number): AgencyUser => ({
  name: user.name,
  email: user.email,
  avatar_image_link: user.avatar_image_link,
  agency_role,
  id: -invitationId,
  is_blocked: false,
  projects: [],
})

/**
 * Members of the agency who are not in the project, and people invited to the agency who are not invited to the project. Null until they
 * are loaded: a list that appears late would move what is under the pointer. If loading fails, people can still be invited by email.
 */
export const useCandidates = (projectId: number, isForTeam = true): readonly AgencyUser[] | null => {
  const { agency_id } = useOwnProject(projectId)
  const agency = useListAgencyUsers(agency_id, isForTeam)
  const invited = useListAgencyInvitations(agency_id, isForTeam)
  const project = useGetProject(projectId)
  const invitations = useListProjectInvitations(projectId)
  if (!isForTeam) return []
  if ([agency, invited, project, invitations].some(({ isPending }) => isPending)) return null
  const isInvitedToProject = ({ user }: InvitedPerson) =>
    invitations.data?.some(({ email }) => email === user.email) === true
  // An accepted invitation has no id: that person is a member already.
  const open = (invited.data ?? []).flatMap(person =>
    person.invitation_id === null || isInvitedToProject(person)
      ? []
      : toCandidate(person, person.invitation_id),
  )
  const all = [...(agency.data ?? []), ...open]
  return memberCandidates(all, projectId, project.data?.projectUsers ?? [])
}

/** Adds a candidate to the project: a member at once, somebody invited by an invitation of the project's own. Rejects with ApiError. */
export const useAddCandidate = (projectId: number) => {
  const candidates = useCandidates(projectId)
  const add = useAddProjectUser(projectId)
  const invite = useSendProjectInvitation(projectId)
  return async (id: number, role: MemberRole): Promise<void> => {
    const invited = candidates?.find(person => person.id === id && isInvited(person))
    if (invited) await invite({ name: invited.name, email: invited.email, role })
    else await add(id, role)
  }
}
