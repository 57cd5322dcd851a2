import { z } from 'zod'
import { mailedToken } from '#domain/accounts/model.ts'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, nothing, pathId } from '#domain/kernel/shapes.ts'
import { projectUser } from '#domain/projects/model.ts'
import {
  agencyInviteRole,
  invitation,
  inviteEmail,
  inviteName,
  ownInvitation,
  projectInviteRole,
  sentInvitation,
  teamRoles,
  unwantedAgency,
} from './model.ts'

const params = z.strictObject({ projectId: pathId })
const scope = { project: 'params.projectId' } as const
const invitationScope = { invitation: 'params.invitationId' } as const
const userParams = params.extend({ userId: pathId })

/** One call per person. Without `agency_id` the caller's own agency is meant. */
export const sendAgencyInvitation = endpoint({
  method: 'POST',
  path: '/userinvitations/agency/send',
  summary: 'Invite a person to an agency',
  permission: 'agency.manage',
  scope: { agency: 'body.agency_id' },
  body: z.strictObject({
    agency_id: id.optional(),
    name: inviteName,
    email: inviteEmail,
    role: agencyInviteRole,
  }),
  output: sentInvitation,
  failures: ['already_invited', 'already_member', 'too_many_invitations'],
})

/** One call per person. The role decides the screen: team, or External Approver. */
export const sendProjectInvitation = endpoint({
  method: 'POST',
  path: '/userinvitations/project/send',
  summary: 'Invite a person to a project',
  permission: 'project.manage',
  scope: { project: 'body.project_id' },
  body: z.strictObject({ project_id: id, name: inviteName, email: inviteEmail, role: projectInviteRole }),
  output: sentInvitation,
  failures: ['already_invited', 'already_member', 'too_many_invitations'],
})

export const listProjectInvitations = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/invitations',
  summary: "List a project's pending invitations",
  permission: 'project.manage',
  scope,
  params,
  output: z.array(invitation),
})

/** Mails a new link, which works for fourteen days; the previous one stops working. */
export const resendInvitation = endpoint({
  method: 'POST',
  path: '/userinvitations/{invitationId}/resend',
  summary: 'Resend an invitation',
  permission: 'agency.manage',
  scope: invitationScope,
  params: z.strictObject({ invitationId: pathId }),
  output: invitation,
  failures: ['invitation_ended', 'too_many_invitations', 'project_archived'],
})

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/userinvitations/{invitationId}',
  summary: 'Revoke an invitation',
  permission: 'agency.manage',
  scope: invitationScope,
  params: z.strictObject({ invitationId: pathId }),
  output: nothing,
  failures: ['invitation_ended'],
})

/** The open invitations to the caller's own address, once it is confirmed. The latest first. */
export const listOwnInvitations = endpoint({
  method: 'GET',
  path: '/userinvitations/own',
  summary: 'List the open invitations to your address',
  permission: 'signed-in',
  output: z.array(ownInvitation),
})

/** Accepts or refuses one of them. The same answer again changes nothing. */
export const answerInvitation = endpoint({
  method: 'POST',
  path: '/userinvitations/own/{invitationId}',
  summary: 'Accept or refuse an invitation to your address',
  permission: 'signed-in',
  params: z.strictObject({ invitationId: pathId }),
  body: z.strictObject({ answer: z.enum(['accept', 'refuse']) }),
  output: nothing,
  failures: ['invitation_ended'],
})

/**
 * Refuses by the link of the mail, without a session. `is_unknown`: refuses everything of this agency, which then mails the address nothing
 * more.
 */
export const refuseInvitation = endpoint({
  method: 'POST',
  path: '/userinvitations/refuse',
  summary: 'Refuse an invitation with its emailed link',
  permission: 'public',
  body: z.strictObject({ token: mailedToken, is_unknown: z.boolean().default(false) }),
  output: nothing,
  failures: ['invitation_ended', 'too_many_requests'],
})

/** The agencies that the owner of the caller's confirmed address said they do not know. The latest first. */
export const listUnwantedAgencies = endpoint({
  method: 'GET',
  path: '/userinvitations/unwanted',
  summary: 'List the agencies whose invitations you refuse',
  permission: 'signed-in',
  output: z.array(unwantedAgency),
})

/** They may mail the caller's address again, and what they sent in the meantime is shown. The same again changes nothing. */
export const allowAgency = endpoint({
  method: 'DELETE',
  path: '/userinvitations/unwanted/{agencyId}',
  summary: 'Allow an agency to invite you again',
  permission: 'signed-in',
  params: z.strictObject({ agencyId: pathId }),
  output: nothing,
})

/** For everybody but admins, who are in every project of their agency. What they made and decided stays, with their name. */
export const leaveProject = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/leave',
  summary: 'Leave a project',
  permission: 'project.see',
  scope,
  params,
  output: nothing,
  failures: ['illegal_transition'],
})

/** For people who are in the agency but not in the project; admins are in every project anyway. */
export const addProjectUser = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/users',
  summary: 'Add someone from the agency to a project',
  permission: 'project.manage',
  scope,
  params,
  body: z.strictObject({ user_id: id, role: projectInviteRole }),
  output: projectUser,
  failures: ['already_member', 'too_many_invitations'],
})

/** Settings of approval, time slots, labels to come, pools and the team of another project of the agency; what there is already stays. */
export const copyProject = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/copy',
  summary: 'Set a project up as another one of its agency',
  permission: 'project.manage',
  scope,
  params,
  body: z.strictObject({ from_project_id: id }),
  output: nothing,
  failures: ['too_many_invitations'],
})

export const removeProjectUser = endpoint({
  method: 'DELETE',
  path: '/projects/{projectId}/users/{userId}',
  summary: 'Remove a person from a project',
  permission: 'project.manage',
  scope,
  params: userParams,
  output: nothing,
  failures: ['illegal_transition'],
})

/** Makes a content creator an internal approver, or the other way round, without removing them. A client stays a client. */
export const changeProjectRole = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/users/{userId}/role',
  summary: "Change a team member's role in a project",
  permission: 'project.manage',
  scope,
  params: userParams,
  body: z.strictObject({ role: z.enum(teamRoles) }),
  output: projectUser,
})

/** Changes something by GET; kept for compatibility beside its twin above. (docs/product/api.md "Twins") */
export const removeProjectUserViaGet = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/remove/user/{userId}',
  summary: 'Remove a person from a project (by GET, for compatibility; prefer the DELETE)',
  permission: 'project.manage',
  scope,
  params: userParams,
  output: nothing,
  failures: ['illegal_transition'],
})

/**
 * Settings of one content creator in a project. Content Manager also turns on Skip Approval & Schedule (docs/product/team.md "Content Manager").
 * Answers the person with all their settings.
 */
export const saveMemberSetting = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/settings/{userId}',
  summary: "Change a content creator's setting in a project",
  permission: 'project.manage',
  scope,
  params: userParams,
  body: z.strictObject({
    name: z.enum(['content-manager', 'skip-approval-and-schedule']),
    value: z.enum(['true', 'false']),
  }),
  output: projectUser,
})
