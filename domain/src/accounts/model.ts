import { z } from 'zod'
import { id } from '#domain/kernel/shapes.ts'
import { roles } from '#domain/permissions/table.ts'
import { ownProject } from '#domain/projects/model.ts'

/** A bearer token and how many seconds it lives (document 3 "Sessions and accounts"). */
export const sessionToken = z.strictObject({ token: z.string(), expires_in: z.number() })
export type SessionToken = z.output<typeof sessionToken>

/** The signed-in person (document 1 section 3 "User"). */
export const me = z.strictObject({
  id,
  name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string().nullable(),
  company: z.string().nullable(),
  /** The role in the person's first project (document 1 section 3). */
  agency_role: z.enum(roles).nullable(),
  is_blocked: z.boolean(),
  can_create_agency: z.boolean(),
  can_create_project: z.boolean(),
  avatar_image_link: z.string().nullable(),
  /** The installation's rule: how many minutes ahead a post must be scheduled (document 3 "Time"). */
  lead_time_minutes: z.number(),
  projects: z.array(ownProject),
  agency: z.strictObject({ id, name: z.string(), logo_image_link: z.string().nullable() }).nullable(),
})
export type Me = z.output<typeof me>
