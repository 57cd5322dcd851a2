import { z } from 'zod'
import { id, instant } from '#domain/kernel/shapes.ts'
import { roles } from '#domain/permissions/table.ts'

/** An agency as its people see it. (docs/product/agencies.md "Agency") */
export const agency = z.strictObject({
  id,
  name: z.string(),
  logo_image_link: z.string().nullable(),
})
export type Agency = z.output<typeof agency>

/** Somebody of an agency: its admins, those invited to it, and everybody in one of its projects. */
export const agencyUser = z.strictObject({
  id,
  name: z.string(),
  email: z.string(),
  avatar_image_link: z.string().nullable(),
  /** `agency-admin`, else the role the person was invited to the agency with, else that of their first project in it. */
  agency_role: z.enum(roles),
  is_blocked: z.boolean(),
  /** Their roles in the agency's projects. An admin holds every project and has none of these. */
  projects: z.array(z.strictObject({ id, name: z.string(), role: z.enum(roles) })),
})
export type AgencyUser = z.output<typeof agencyUser>

/**
 * What stands in the audit log, in the past tense. A closed list: the filter of the page and the words for each are made from it.
 */
export const auditActions = [
  'agency.created',
  'agency.changed',
  'project.created',
  'project.changed',
  'project.deleted',
  'project.setting_changed',
  'member.added',
  'member.removed',
  'member.setting_changed',
  'admin.added',
  'admin.removed',
  'invitation.sent',
  'invitation.resent',
  'invitation.revoked',
  'invitation.accepted',
  'social_account.connected',
  'social_account.reconnected',
  'social_account.removed',
  'post.published_as_admin',
  'card.added',
  'account.password_changed',
  'account.password_reset',
  'account.sessions_ended',
  'account.session_doubted',
  'account.sign_in_linked',
  'account.sign_in_unlinked',
  'account.blocked',
  'account.unblocked',
  'account.super_admin_granted',
  'account.super_admin_revoked',
] as const
export type AuditAction = (typeof auditActions)[number]

/** What a thing was or became: field → value. Never a secret. */
export const auditValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type AuditValues = z.output<typeof auditValues>

/** One line of the audit log (decision 14): who, what, old → new, when, from where. */
export const auditEntry = z.strictObject({
  id,
  action: z.enum(auditActions),
  /** Null: the product itself or its operator. */
  actor: z.strictObject({ id, name: z.string(), email: z.string() }).nullable(),
  project: z.strictObject({ id, name: z.string() }).nullable(),
  /** Whom or what it was done to, as it was called then: an address, a project's name, a network. */
  subject: z.string(),
  old: auditValues.nullable(),
  new: auditValues.nullable(),
  /** The network address that it came from. */
  address: z.string().nullable(),
  created_at: instant,
})
export type AuditEntry = z.output<typeof auditEntry>
