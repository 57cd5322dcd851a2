import { z } from 'zod'
import { id } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'

/** A project's connected account (document 1 section 3 "Project social account"). Tokens never leave the server. */
export const projectSocial = z.strictObject({
  id,
  project_id: id,
  social_network: z.enum(socialNetworks),
  logo: z.string().nullable(),
  /** `fb_page_name` for facebook and instagram, `organizationName` for linkedin, `screen_name` for twitter, and what else the network told. */
  account_details: z.record(z.string(), z.string()),
  /** What the account is called, whichever field carries it (document 2 section 3 "Social details"). */
  name: z.string(),
  needs_reconnecting: z.boolean(),
})
export type ProjectSocial = z.output<typeof projectSocial>
