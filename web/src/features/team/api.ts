import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listAgencyInvitations, listAgencyUsers } from '#domain/agencies/contract.ts'
import type { Project, ProjectUser } from '#domain/projects/model.ts'
import {
  addProjectUser,
  changeProjectRole,
  copyProject,
  listProjectInvitations,
  removeProjectUser,
  resendInvitation,
  revokeInvitation,
  saveMemberSetting,
  sendAgencyInvitation,
  sendProjectInvitation,
} from '#domain/team/contract.ts'
import type { agencyInvitationRoles, Invitation, MemberRole, TeamRole } from '#domain/team/model.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

/** Starts with the project's key, so that live updates invalidate it too. */
const invitationsKey = (projectId: number) => [...queryKeys.project(projectId), 'invitations'] as const
const agencyUsersKey = (agencyId: number) => ['agencies', agencyId, 'users'] as const

/** The open invitations to a project. */
export const useListProjectInvitations = (projectId: number) =>
  useQuery({
    queryKey: invitationsKey(projectId),
    queryFn: ({ signal }) => call(listProjectInvitations, { params: { projectId }, signal }),
  })

/** Everybody in an agency, with their roles in its projects. */
export const useListAgencyUsers = (agencyId: number, enabled = true) =>
  useQuery({
    enabled,
    queryKey: agencyUsersKey(agencyId),
    queryFn: ({ signal }) => call(listAgencyUsers, { params: { agencyId }, signal }),
  })

/** Whom an agency has invited, with those who have not accepted yet. */
export const useListAgencyInvitations = (agencyId: number, enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['agencies', agencyId, 'invitations'] as const,
    queryFn: ({ signal }) => call(listAgencyInvitations, { params: { agencyId }, signal }),
  })

/** Reloads the people of a project and of the agencies. */
export const useReloadTeam = (projectId: number) => {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.project(projectId) }),
      client.invalidateQueries({ queryKey: ['agencies'] }),
    ])
}

/** Shows a change among the people of a project until they are reloaded. */
const useShowPeople = (projectId: number) => {
  const client = useQueryClient()
  return (change: (people: readonly ProjectUser[]) => ProjectUser[]) =>
    client.setQueryData<Project>(
      queryKeys.project(projectId),
      old => old && { ...old, projectUsers: change(old.projectUsers) },
    )
}

export type Invitee = { readonly name: string; readonly email: string; readonly role: MemberRole }

/** Invites one person to a project; call `useReloadTeam` after the last of several. Rejects with ApiError. */
export const useSendProjectInvitation = (projectId: number) => (person: Invitee) =>
  call(sendProjectInvitation, { body: { project_id: projectId, ...person } })

/** Adds a member of the agency to a project; call `useReloadTeam` after the last of several. Rejects with ApiError. */
export const useAddProjectUser = (projectId: number) => (userId: number, role: MemberRole) =>
  call(addProjectUser, { params: { projectId }, body: { user_id: userId, role } })

type AgencyInvitee = {
  readonly name: string
  readonly email: string
  readonly role: (typeof agencyInvitationRoles)[number]
}

/** Invites one person to an agency; without an id, to the person's own. Rejects with ApiError. */
export const useSendAgencyInvitation = (agencyId: number | undefined) => (person: AgencyInvitee) =>
  call(sendAgencyInvitation, { body: { ...(agencyId ? { agency_id: agencyId } : {}), ...person } })

/** Sets a new project up as another one. Rejects with ApiError. */
export const useCopyProject = () => (projectId: number, from_project_id: number) =>
  call(copyProject, { params: { projectId }, body: { from_project_id } })

export const useRemoveProjectUser = (projectId: number) => {
  const touch = useReloadTeam(projectId)
  const show = useShowPeople(projectId)
  return useMutation({
    mutationFn: (userId: number) => call(removeProjectUser, { params: { projectId, userId } }),
    onSuccess: (_, userId) => show(people => people.filter(({ id }) => id !== userId)),
    onSettled: touch,
  })
}

export const useChangeProjectRole = (projectId: number) => {
  const touch = useReloadTeam(projectId)
  const show = useShowPeople(projectId)
  return useMutation({
    mutationFn: ({ userId, role }: { readonly userId: number; readonly role: TeamRole }) =>
      call(changeProjectRole, { params: { projectId, userId }, body: { role } }),
    onSuccess: saved => show(people => people.map(person => (person.id === saved.id ? saved : person))),
    onSettled: touch,
  })
}

/** The settings of a content creator in a project. */
export type MemberSetting = 'content-manager' | 'skip-approval-and-schedule'

export const useSaveMemberSetting = (projectId: number, userId: number) => {
  const touch = useReloadTeam(projectId)
  const show = useShowPeople(projectId)
  return useMutation({
    mutationFn: ({ name, isOn }: { name: MemberSetting; isOn: boolean }) =>
      call(saveMemberSetting, {
        params: { projectId, userId },
        body: { name, value: isOn ? 'true' : 'false' },
      }),
    onSuccess: saved => show(people => people.map(person => (person.id === saved.id ? saved : person))),
    onSettled: touch,
  })
}

const useShowInvitations = (projectId: number) => {
  const client = useQueryClient()
  return (change: (invitations: readonly Invitation[]) => Invitation[]) =>
    client.setQueryData<Invitation[]>(invitationsKey(projectId), old => old && change(old))
}

export const useResendInvitation = (projectId: number) => {
  const touch = useReloadTeam(projectId)
  const show = useShowInvitations(projectId)
  return useMutation({
    mutationFn: (invitationId: number) => call(resendInvitation, { params: { invitationId } }),
    onSuccess: sent => show(list => list.map(each => (each.id === sent.id ? sent : each))),
    onSettled: touch,
  })
}

export const useRevokeInvitation = (projectId: number) => {
  const touch = useReloadTeam(projectId)
  const show = useShowInvitations(projectId)
  return useMutation({
    mutationFn: (invitationId: number) => call(revokeInvitation, { params: { invitationId } }),
    onSuccess: (_, invitationId) => show(list => list.filter(({ id }) => id !== invitationId)),
    onSettled: touch,
  })
}
