import * as contract from '#domain/team/contract.ts'
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
  agencyRoute(contract.sendAgencyInvitation, inviteToAgency),
  projectRoute(contract.sendProjectInvitation, inviteToProject),
  projectRoute(contract.listProjectInvitations, listInvitationsOfProject),
  agencyRoute(contract.resendInvitation, resendOneInvitation),
  agencyRoute(contract.revokeInvitation, revokeOneInvitation),
  projectRoute(contract.addProjectUser, addAgencyMember),
  projectRoute(contract.removeProjectUser, removeMember),
  projectRoute(contract.removeProjectUserByGet, removeMemberByGet),
  projectRoute(contract.saveMemberSetting, saveSettingOfMember),
]
