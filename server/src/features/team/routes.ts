import * as contract from '#domain/team/contract.ts'
import {
  agencyRoute,
  inReadOnly,
  personRoute,
  projectRoute,
  publicRoute,
  type Route,
} from '#server/platform/http/route.ts'
import { byGet } from '#server/platform/http/twins.ts'
import { addProjectUser } from './add-project-user.ts'
import { allowAgency } from './allow-agency.ts'
import { answerInvitation } from './answer-invitation.ts'
import { changeProjectRole } from './change-project-role.ts'
import { copyProject } from './copy-project.ts'
import { leaveProject } from './leave-project.ts'
import { listOwnInvitations } from './list-own-invitations.ts'
import { listProjectInvitations } from './list-project-invitations.ts'
import { listUnwantedAgencies } from './list-unwanted-agencies.ts'
import { refuseInvitation } from './refuse-invitation.ts'
import { removeProjectUser } from './remove-project-user.ts'
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
  personRoute(contract.listOwnInvitations, listOwnInvitations),
  personRoute(contract.answerInvitation, answerInvitation),
  personRoute(contract.listUnwantedAgencies, listUnwantedAgencies),
  personRoute(contract.allowAgency, allowAgency),
  publicRoute(contract.refuseInvitation, refuseInvitation, {
    perMinute: config => config.SIGN_IN_PER_MINUTE,
  }),
  projectRoute(contract.leaveProject, leaveProject, inReadOnly),
  projectRoute(contract.addProjectUser, addProjectUser),
  projectRoute(contract.copyProject, copyProject),
  projectRoute(contract.changeProjectRole, changeProjectRole),
  projectRoute(contract.removeProjectUser, removeProjectUser, inReadOnly),
  projectRoute(contract.removeProjectUserViaGet, byGet(removeProjectUser)),
  projectRoute(contract.saveMemberSetting, saveMemberSetting),
]
