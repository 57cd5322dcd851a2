import { z } from 'zod'
import { email, personName } from '#domain/accounts/model.ts'
import { id, instant } from '#domain/kernel/shapes.ts'
import { roles } from '#domain/permissions/table.ts'

/** Who makes and checks the posts (docs/product/team.md "Invite rows"). */
export const teamRoles = ['content-creator', 'internal-approver'] as const
export type TeamRole = (typeof teamRoles)[number]
/** What an invitation to a project may carry; a client is an `external-approver` (docs/product/team.md "Invitations"). */
export const projectInvitationRoles = [...teamRoles, 'external-approver'] as const
/** What an invitation to an agency may carry: an admin may invite another admin. */
export const agencyInvitationRoles = [...teamRoles, 'agency-admin'] as const
/** A person's role in a project. Admins have access to every project of their agency and are members of none. */
export type MemberRole = (typeof projectInvitationRoles)[number]
export type InvitationRole = MemberRole | 'agency-admin'

/** How long the link of an invitation works. */
export const INVITATION_DAYS = 14

/** The fields of an invite row. Fixed wording (docs/product/team.md "Invite rows"). */
export const inviteName = personName('Name', 'a name')
export const inviteEmail = email
export const projectInviteRole = z.enum(projectInvitationRoles, { error: 'Role is required' })
export const agencyInviteRole = z.enum(agencyInvitationRoles, { error: 'Role is required' })

/** `expired` can be sent again; revoked and accepted ones are not shown. */
export const invitationStates = ['pending', 'expired'] as const

/** An invitation that has not been accepted. */
export const invitation = z.strictObject({
  id,
  agency_id: id,
  /** Null: to the agency itself. */
  project_id: id.nullable(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  status: z.enum(invitationStates),
  invited_by: z.string().nullable(),
  sent_at: instant,
  expires_at: instant,
})
export type Invitation = z.output<typeof invitation>

/** An invitation, as the person sees it to whom it was sent. */
export const ownInvitation = z.strictObject({
  id,
  agency: z.string(),
  /** Null: to the agency itself. */
  project: z.string().nullable(),
  role: z.enum(roles),
  invited_by: z.string().nullable(),
  expires_at: instant,
})
export type OwnInvitation = z.output<typeof ownInvitation>

/** An agency that the person has said they do not know. `since`: when. */
export const unwantedAgency = z.strictObject({ agency_id: id, agency: z.string(), since: instant })
export type UnwantedAgency = z.output<typeof unwantedAgency>

/**
 * The result of an invitation: somebody of the agency is added at once (`added`, `user_id`), anybody else is asked (`invited`,
 * `invitation`), whether or not they have an account (decision 104).
 */
export const sentInvitation = z.strictObject({
  result: z.enum(['added', 'invited']),
  user_id: id.nullable(),
  invitation: invitation.nullable(),
})
export type SentInvitation = z.output<typeof sentInvitation>

/** An item of `GET agencies/{id}/invitations` (docs/product/agencies.md "Invited people"). */
export const invitedPerson = z.strictObject({
  user: z.strictObject({
    /** Null until there is an account. */
    id: id.nullable(),
    name: z.string(),
    email: z.string(),
    avatar_image_link: z.string().nullable(),
  }),
  agency_role: z.enum(roles),
  status: z.enum(['accepted', ...invitationStates]),
  /** Null if it was accepted: there is nothing to resend or revoke. */
  invitation_id: id.nullable(),
})
export type InvitedPerson = z.output<typeof invitedPerson>
