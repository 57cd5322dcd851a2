import { z } from 'zod'
import { auditActions, auditValues } from '#domain/kernel/audit.ts'
import { id, instant } from '#domain/kernel/shapes.ts'
import { roles } from '#domain/permissions/table.ts'

/** An agency as its people see it. (docs/product/agencies.md "Agency") */
export const agency = z.strictObject({
  id,
  name: z.string(),
  logo_image_link: z.string().nullable(),
  /** `#rrggbb`, of its reports. Null: none was chosen. */
  accent_color: z.string().nullable(),
  /** Whether its reports name the weakest post besides the best one. */
  names_weakest_post: z.boolean(),
})

export type Agency = z.output<typeof agency>

/** A person of an agency: an admin, somebody invited to it, or somebody in one of its projects. */
export const agencyUser = z.strictObject({
  id,
  name: z.string(),
  email: z.string(),
  avatar_image_link: z.string().nullable(),
  /** `agency-admin`, else the role the person was invited to the agency with, else that of their first project in it. */
  agency_role: z.enum(roles),
  is_blocked: z.boolean(),
  /** Their roles in the agency's projects. Admins have every project and none of these roles. */
  projects: z.array(z.strictObject({ id, name: z.string(), role: z.enum(roles) })),
})

export type AgencyUser = z.output<typeof agencyUser>

/** One line of the audit log (decision 14): who, what, old → new, when, from where. */
export const auditEntry = z.strictObject({
  id,
  action: z.enum(auditActions),
  /** Null: the product itself or its operator. */
  actor: z.strictObject({ id, name: z.string(), email: z.string() }).nullable(),
  project: z.strictObject({ id, name: z.string() }).nullable(),
  /** The person or thing it was done to, by its name at the time: an address, a project's name, a network. */
  subject: z.string(),
  old: auditValues.nullable(),
  new: auditValues.nullable(),
  /** The network address of the call. */
  address: z.string().nullable(),
  created_at: instant,
})

export type AuditEntry = z.output<typeof auditEntry>
