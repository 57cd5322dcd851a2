import {
  addProjectUser,
  listProjectInvitations,
  removeProjectUser,
  removeProjectUserByGet,
  resendInvitation,
  revokeInvitation,
  saveMemberSetting,
  sendAgencyInvitation,
  sendProjectInvitation,
} from '#domain/team/contract.ts'
import { agencyRoute, projectRoute, type Route } from '#server/platform/http/route.ts'
import {
  addAgencyMember,
  inviteToAgency,
  inviteToProject,
  resendOneInvitation,
  revokeOneInvitation,
} from './commands.ts'
import { listInvitationsOfProject } from './queries.ts'
import { removeMember, removeMemberByGet } from './removal/commands.ts'
import { saveSettingOfMember } from './settings/commands.ts'

export const teamRoutes: readonly Route[] = [
  agencyRoute(sendAgencyInvitation, inviteToAgency),
  projectRoute(sendProjectInvitation, inviteToProject),
  projectRoute(listProjectInvitations, listInvitationsOfProject),
  agencyRoute(resendInvitation, resendOneInvitation),
  agencyRoute(revokeInvitation, revokeOneInvitation),
  projectRoute(addProjectUser, addAgencyMember),
  projectRoute(removeProjectUser, removeMember),
  projectRoute(removeProjectUserByGet, removeMemberByGet),
  projectRoute(saveMemberSetting, saveSettingOfMember),
]
