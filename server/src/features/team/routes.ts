import * as contract from '#domain/team/contract.ts'
import { agencyRoute, inReadOnly, projectRoute, type Route } from '#server/platform/http/route.ts'
import { addProjectUser } from './add-project-user.ts'
import { listProjectInvitations } from './list-project-invitations.ts'
import { removeProjectUser, removeProjectUserViaGet } from './remove-project-user.ts'
import { resendInvitation } from './resend-invitation.ts'
import { revokeInvitation } from './revoke-invitation.ts'
import { saveMemberSetting } from './save-member-setting.ts'
import { sendAgencyInvitation } from './send-agency-invitation.ts'
import { sendProjectInvitation } from './send-project-invitation.ts'

export const teamRoutes: readonly Route[] = [
  agencyRoute(contract.sendAgencyInvitation, sendAgencyInvitation),
  projectRoute(contract.sendProjectInvitation, sendProjectInvitation),
  projectRoute(contract.listProjectInvitations, listProjectInvitations),
  agencyRoute(contract.resendInvitation, resendInvitation),
  agencyRoute(contract.revokeInvitation, revokeInvitation, inReadOnly),
  projectRoute(contract.addProjectUser, addProjectUser),
  projectRoute(contract.removeProjectUser, removeProjectUser, inReadOnly),
  projectRoute(contract.removeProjectUserViaGet, removeProjectUserViaGet),
  projectRoute(contract.saveMemberSetting, saveMemberSetting),
]
